// Plants each defect of `planted.json` in a copy of the code, one at a time, and counts the stories until one of them shows it: a simulator
// that finds no planted defect shows nothing. One that names a test is shown by that test instead: the test has to fail with it.
// `npm run simulate -- --planted`; exit code 1 when one is not found.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { copyCode } from '../src/copy-code.ts';
import table from './planted.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..');
/** Of Vitest's summary. */
const FAILED_TESTS = /^ +Tests +\d+ failed/m;

/** One change of the code that takes a guarantee away. */
export interface Defect {
  readonly name: string;
  /** Each stands in its file once. */
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[];
  /** The test that shows it, by its file and a part of its title; left out when stories show it. */
  readonly test?: { readonly file: string; readonly title: string };
}

export const PLANTED: readonly Defect[] = table;

interface Options {
  /** Number of stories at most for each defect. */
  readonly stories: number;
  /** Beginning of the names of the defects to try; all of them when left out. */
  readonly defect: string | undefined;
  readonly say: (line: string) => void;
}

/** Tries the planted defects, one for each processor at a time. Returns how many were not found. */
export async function tryPlanted({ stories, defect: prefix = '', say }: Options): Promise<number> {
  const defects = PLANTED.filter(({ name }) => name.startsWith(prefix));
  const waiting = [...defects];
  let found = 0;
  const work = async (): Promise<void> => {
    const copy = mkdtempSync(join(tmpdir(), 'glasspool-planted-'));
    try {
      copyCode(copy);
      for (let defect = waiting.shift(); defect !== undefined; defect = waiting.shift()) {
        const startedAt = performance.now();
        const { isFound, how } = await findPlanted(copy, defect, stories);
        if (isFound) found += 1;
        const tookS = ((performance.now() - startedAt) / 1_000).toFixed(0);
        say(`${defect.name.padEnd(44)} ${isFound ? how : `NOT FOUND: ${how}`} (${tookS} s)`);
      }
    } finally {
      rmSync(copy, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  say(`${found} of ${defects.length} planted defects were found`);
  return defects.length - found;
}

interface Outcome {
  readonly isFound: boolean;
  /** The test or the story that found it, or the end of those that should have. */
  readonly how: string;
}

/** Plants a defect and looks for it. */
async function findPlanted(copy: string, { edits, test }: Defect, stories: number): Promise<Outcome> {
  const before = new Map(edits.map(({ file }) => [file, readFileSync(join(copy, file), 'utf8')]));
  for (const { file, from, to } of edits) {
    const path = join(copy, file);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(from, () => to),
    );
  }
  try {
    if (test !== undefined) return await findByTest(copy, test);
    const main = join(copy, 'e2e', 'simulation', 'main.ts');
    const { output } = await run(copy, [main, '--seeds', String(stories), '--stop', '--as-is']);
    const found = /^seed (?<seed>\d+): (?<oracle>[^:]+):/m.exec(output)?.groups;
    if (found === undefined) return { isFound: false, how: `no rule is broken in ${stories} stories` };
    return { isFound: true, how: `${found['seed']} stories, ${found['oracle']}` };
  } finally {
    for (const [file, content] of before) writeFileSync(join(copy, file), content);
  }
}

/** A test shows a defect when it runs, and fails: a title that no test has shows nothing, and neither does a run that ends before its tests. */
async function findByTest(copy: string, { file, title }: Required<Defect>['test']): Promise<Outcome> {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const parameters = ['run', '--config', 'vitest.workspace.ts', file, '-t', escapeForPattern(title)];
  const { status, output } = await run(copy, [vitest, ...parameters]);
  if (status === 0) return { isFound: false, how: `${file} does not fail` };
  if (!FAILED_TESTS.test(output)) return { isFound: false, how: `${file} did not run:\n${output}` };
  return { isFound: true, how: `${basename(file)} › ${title}` };
}

/** Of a title that `vitest -t` reads as a pattern. */
function escapeForPattern(title: string): string {
  return title.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
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
