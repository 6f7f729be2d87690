// `npm run test:cluster`: causes faults of every kind in a cluster under load, for about 20 minutes, and prints a table of their effects.
// `--faults 30` makes the run shorter, `--only "primary killed,primary cut"` limits it to some kinds, `--movers 20` increases the load.
import { parseArgs } from 'node:util';
import { canIsolateHosts, describeMissing } from '../programs.ts';
import { FAULTS, schedule } from './faults.ts';
import { type Happened, runNemesis } from './run.ts';

const FAULTS_USUAL = '100';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function makeTable(happened: readonly Happened[], ends: { lost: number; doubled: number }): string {
  const names = [...new Set(happened.map(({ fault }) => fault))].sort();
  const rows = names.map((name) => {
    const times = happened.filter(({ fault }) => fault === name);
    const gaps = times.map(({ gapMs }) => gapMs / 1_000).sort((one, other) => one - other);
    const [median, longest] = [gaps[Math.floor(gaps.length / 2)] ?? 0, gaps.at(-1) ?? 0];
    return `| ${name} | ${times.length} | 0 | 0 | ${median.toFixed(1)} | ${longest.toFixed(1)} |`;
  });
  // Lost and doubled writes are found only at the end, and cannot be assigned to one fault.
  const all = `| all | ${happened.length} | ${ends.lost} | ${ends.doubled} | | |`;
  const marked =
    ends.lost + ends.doubled === 0 ? rows : rows.map((row) => row.replace('| 0 | 0 |', '| ? | ? |'));
  return [
    '| fault | times | lost | doubled | no answer, median s | longest s |',
    '| --- | --- | --- | --- | --- | --- |',
    ...marked,
    all,
  ].join('\n');
}

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: FAULTS_USUAL },
    only: { type: 'string' },
    movers: { type: 'string' },
  },
});
const missing = describeMissing();
if (missing !== undefined || !canIsolateHosts()) {
  process.stderr.write(
    `${missing ?? 'The nemesis makes hosts of its own, for which it has to run as root.'}\n`,
  );
  process.exitCode = 2;
} else {
  const stop = new AbortController();
  // The current fault is undone before the run ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const { only } = values;
  const kinds = FAULTS.filter(
    ({ name }) => only === undefined || only.split(',').some((part) => name.includes(part)),
  );
  const report = await runNemesis({
    faults: schedule(kinds, Number(values.faults)),
    say,
    ...(values.movers !== undefined && { movers: Number(values.movers) }),
    signal: stop.signal,
  });
  const { happened, verdict } = report;
  say(`\n${makeTable(happened, { lost: verdict.lost.length, doubled: verdict.doubled.length })}\n`);
  say(
    `acknowledged ${report.acknowledged}, refused ${report.refused}, sums read and right ${report.readsRight}, days ${report.days}, answers ${report.rate.toFixed(0)}/s`,
  );
  for (const [kind, lines] of Object.entries(verdict))
    for (const line of lines) say(`${kind.toUpperCase()} ${line}`);
  if (Object.values(verdict).some((lines) => lines.length > 0)) process.exitCode = 1;
}
