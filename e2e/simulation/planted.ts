// Plants each defect of `planted/` in a copy of the code, one at a time, and counts the stories until one of them shows it: a simulator
// that finds no planted defect shows nothing. A patch whose first line is `# test: FILE NAME` is shown by that test instead: the test has
// to fail with it. `npm run simulate -- --planted`; exit code 1 when one is not found.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { copyCode } from '../src/copy-code.ts';

const ROOT = join(import.meta.dirname, '..', '..');
export const PATCHES = join(import.meta.dirname, 'planted');
/** Of Vitest's summary. */
const FAILED_TESTS = /^ +Tests +\d+ failed/m;
const TEST_LINE = /^# test: (?<file>\S+) (?<name>.+)$/m;

/** The test that shows a defect, by its file and a part of its name; undefined where stories do. */
export function readTestOf(patch: string): { file: string; name: string } | undefined {
  const { file, name } = TEST_LINE.exec(patch)?.groups ?? {};
  return file === undefined || name === undefined ? undefined : { file, name };
}

interface Options {
  /** Number of stories at most for each defect. */
  readonly stories: number;
  /** Beginning of the names of the patches to try; all of them when left out. */
  readonly patch: string | undefined;
  readonly say: (line: string) => void;
}

/** Tries the planted defects, one for each processor at a time. Returns how many were not found. */
export async function tryPlanted({ stories, patch = '', say }: Options): Promise<number> {
  const files = readdirSync(PATCHES).filter((file) => file.startsWith(patch));
  const waiting = [...files];
  let found = 0;
  const work = async (): Promise<void> => {
    const copy = mkdtempSync(join(tmpdir(), 'glasspool-planted-'));
    try {
      copyCode(copy);
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        const startedAt = performance.now();
        const { isFound, how } = await findPlanted(copy, file, stories);
        if (isFound) found += 1;
        const tookS = ((performance.now() - startedAt) / 1_000).toFixed(0);
        say(`${basename(file, '.patch').padEnd(44)} ${isFound ? how : `NOT FOUND: ${how}`} (${tookS} s)`);
      }
    } finally {
      rmSync(copy, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  say(`${found} of ${files.length} planted defects were found`);
  return files.length - found;
}

interface Outcome {
  readonly isFound: boolean;
  /** The test or the story that found it, or the end of those that should have. */
  readonly how: string;
}

/** Plants a defect and looks for it. */
async function findPlanted(copy: string, file: string, stories: number): Promise<Outcome> {
  const patch = join(PATCHES, file);
  const test = readTestOf(readFileSync(patch, 'utf8'));
  apply(copy, patch);
  try {
    if (test !== undefined) return await findByTest(copy, test.file, test.name);
    const main = join(copy, 'e2e', 'simulation', 'main.ts');
    const { output } = await run(copy, [main, '--seeds', String(stories), '--stop', '--as-is']);
    const found = /^seed (?<seed>\d+): (?<oracle>[^:]+):/m.exec(output)?.groups;
    if (found === undefined) return { isFound: false, how: `no rule is broken in ${stories} stories` };
    return { isFound: true, how: `${found['seed']} stories, ${found['oracle']}` };
  } finally {
    apply(copy, patch, '--reverse');
  }
}

/** A test shows a defect when it runs, and fails: a name that no test has shows nothing, and neither does a run that ends before its tests. */
async function findByTest(copy: string, file: string, name: string): Promise<Outcome> {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const parameters = ['run', '--config', 'vitest.workspace.ts', file, '-t', escapeForPattern(name)];
  const { status, output } = await run(copy, [vitest, ...parameters]);
  if (status === 0) return { isFound: false, how: `${file} does not fail` };
  if (!FAILED_TESTS.test(output)) return { isFound: false, how: `${file} did not run:\n${output}` };
  return { isFound: true, how: `${basename(file)} › ${name}` };
}

/** Of a name that `vitest -t` reads as a pattern. */
function escapeForPattern(name: string): string {
  return name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

async function run(cwd: string, parameters: readonly string[]): Promise<{ status: number; output: string }> {
  const child = spawn(process.execPath, parameters, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await ended, output: `${output}${errors}` };
}

function apply(copy: string, patch: string, ...options: string[]): void {
  const { status, stderr } = spawnSync('git', ['apply', ...options, patch], { cwd: copy, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${basename(patch)} does not fit the code any more: ${stderr}`);
}
