import { performance } from 'node:perf_hooks';

/** With `--short` a bench takes a size at which it ends within a minute or two; the figures of docs/quality.md are of the long form. */
export const IS_SHORT = process.argv.includes('--short');

interface Figure {
  readonly name: string;
  readonly measured: number;
  /** Measured in the same run. */
  readonly baseline: number;
  readonly unit: string;
}

/** First lines of a table of figures. */
export function printHead(): void {
  process.stdout.write('| what | measured | baseline | ratio |\n| --- | --- | --- | --- |\n');
}

/** Prints a measurement beside its baseline as a row of a table; `npm run bench` puts these rows of all benches together. */
export function printFigure({ name, measured, baseline, unit }: Figure): void {
  const ratio = (measured / baseline).toFixed(3);
  process.stdout.write(
    `| ${name} | ${formatFigure(measured)} ${unit} | ${formatFigure(baseline)} ${unit} | ${ratio} |\n`,
  );
}

/** Formats a figure with three significant digits, or more if it is 1,000 or above. */
function formatFigure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3);
}

/** Time of the middle one of several runs, in ms. */
export async function measureMiddle(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
}
