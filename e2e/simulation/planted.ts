// Plants each defect of `planted.json` in a copy of the code, one at a time, and counts the stories until one of them finds it: a simulator
// that finds no planted defect proves nothing. A defect that names a test must be found by that test instead: it has to fail. `npm run
// simulate -- --planted`; exit code 1 when a defect is not found.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { copyCode } from '../src/copy-code.ts';
import table from './planted.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..');
/** Line of Vitest's summary. */
const FAILED_TESTS = /^ +Tests +\d+ failed/m;

/** Change of the code that removes one guarantee. */
export interface Defect {
  readonly name: string;
  /** Each `from` occurs once in its file. */
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[];
  /** Test that finds the defect, by its file and a part of its title. Left out when stories find it. */
  readonly test?: { readonly file: string; readonly title: string };
}

export const PLANTED: readonly Defect[] = table;

interface Options {
  /** Maximum of stories per defect. */
  readonly stories: number;
  /** Prefix of the names of the defects to try. All are tried when left out. */
  readonly defect: string | undefined;
  readonly say: (line: string) => void;
}

/** Tries the planted defects, in parallel on all processors. Returns the number of defects that were not found. */
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
  /** Test or story that found the defect, or the reason that none did. */
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

/** Runs a test that must fail. A title that no test has finds nothing, and neither does a run that ends before its tests. */
async function findByTest(copy: string, { file, title }: Required<Defect>['test']): Promise<Outcome> {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const parameters = ['run', '--config', 'vitest.workspace.ts', file, '-t', escapeForPattern(title)];
  const { status, output } = await run(copy, [vitest, ...parameters]);
  if (status === 0) return { isFound: false, how: `${file} does not fail` };
  if (!FAILED_TESTS.test(output)) return { isFound: false, how: `${file} did not run:\n${output}` };
  return { isFound: true, how: `${basename(file)} › ${title}` };
}

/** Escapes a title, which `vitest -t` reads as a pattern. */
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
