#!/usr/bin/env node
// `glasspool-verify PLACE` checks a snapshot and all before it, a line a check. PLACE is a folder of published files or the address
// of a pool. Exit codes: 0 all checked and right, 1 something is wrong, 2 something could not be checked.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Check, fromHex, type VerifiedSnapshot, verifySnapshot } from '@glasspool/proof';
import { AGE_HOURS_MAX, checkAge } from './age.ts';
import { judgeReport } from './dispute-file.ts';
import { openBundle } from './files.ts';
import { checkFirst } from './first.ts';
import { connectNodes } from './nodes.ts';
import { checkOwnReport } from './own-report.ts';
import type { Bundle } from './remote.ts';
import { decide } from './verdict.ts';

const USAGE = `Usage: glasspool-verify PLACE [--snapshot NUMBER] [--bsc-rpc URL --tron-rpc URL --usdt CONTRACT] [--depth BLOCKS]
       [--anchor ADDRESS] [--first DIGEST] [--since NUMBER:DIGEST] [--report FILE --email EMAIL]
       [--max-age HOURS] [--strict]

PLACE is a folder with the published files, a folder for each snapshot, or the address of a pool, as http://localhost:3000.
Without nodes of your own the anchor, and what is held but not proved, are not checked. A report that your browser saved is checked with your email.
Compare the anchor address with the one that you know, or name it by --anchor: two pools of one operator differ by it.
--first is the digest of the first snapshot as you know it, from a mail, a report or the page of earlier days: another one is another history.
--since names a snapshot that you verified before, by number and digest of its manifest, as an earlier run printed them: only what came since is read.
A snapshot that is older than ${AGE_HOURS_MAX} hours fails; --max-age says how old it may be. One that --snapshot names may have any age without it.

glasspool-verify PLACE --dispute FILE judges a report that a user saved and gave to you, by what the pool published: CLAIM NOT SUPPORTED (0),
POOL LIED (1) or CANNOT TELL (2). The report has the user's secret number, by which each of their entries can be found.

Exit codes: 0 all checked and right, 1 something is wrong, 2 something could not be checked, which --strict makes 1.
`;

const DISPUTE_CODES = { 'claim not supported': 0, 'pool lied': 1, 'cannot tell': 2 } as const;
const OPTIONS = {
  snapshot: { type: 'string' },
  'bsc-rpc': { type: 'string' },
  'tron-rpc': { type: 'string' },
  usdt: { type: 'string' },
  anchor: { type: 'string' },
  depth: { type: 'string', default: '1' },
  first: { type: 'string' },
  since: { type: 'string' },
  dispute: { type: 'string' },
  report: { type: 'string' },
  email: { type: 'string' },
  'max-age': { type: 'string' },
  strict: { type: 'boolean', default: false },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

const MARKS = { ok: 'ok', failed: 'FAILED', 'not checked': 'not checked' } as const;

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: OPTIONS,
  });
  const [place] = positionals;
  if (place === undefined) throw new Error(USAGE);
  const files = openBundle(place);
  if (values.dispute !== undefined) await judge(files, values.dispute);
  else await check(files, values);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function judge(files: Bundle, path: string): Promise<void> {
  const { verdict, reason } = await judgeReport(await readFile(path, 'utf8'), files);
  process.stdout.write(`${verdict.toUpperCase()}: ${reason}\n`);
  process.exitCode = DISPUTE_CODES[verdict];
}

async function check(files: Bundle, values: Values): Promise<void> {
  const { 'bsc-rpc': bscUrl, 'tron-rpc': tronUrl, usdt: usdtContract, report, email } = values;
  const nodes = allOrNone({ bscUrl, tronUrl, usdtContract });
  const own = allOrNone({ report, email });
  const anchorAddress = values.anchor;
  if (anchorAddress !== undefined && !/^0x[0-9a-fA-F]{40}$/.test(anchorAddress)) throw new Error(USAGE);
  if (values.first !== undefined && !/^[0-9a-f]{64}$/.test(values.first)) throw new Error(USAGE);
  const depthMin = readCount(values.depth);
  const snapshotNumber =
    values.snapshot === undefined ? await files.findNewest() : readCount(values.snapshot);
  const since = values.since === undefined ? undefined : readSince(values.since);
  const chains = nodes && connectNodes(nodes);
  const checks: Check[] = [];
  const print = (check: Check): void => {
    checks.push(check);
    process.stdout.write(`${MARKS[check.status].padEnd(12)}${check.name}: ${check.detail}\n`);
  };
  const nowMs = Date.now();
  const ageMaxHours =
    values['max-age'] ?? (values.snapshot === undefined ? String(AGE_HOURS_MAX) : undefined);
  if (ageMaxHours !== undefined)
    print(await checkAge(files, snapshotNumber, { nowMs, ageMaxHours: readCount(ageMaxHours) }));
  if (values.first !== undefined) print(await checkFirst(files, values.first));
  const options = { files, snapshotNumber, chains, depthMin, anchorAddress, since, nowMs };
  for await (const check of verifySnapshot(options)) print(check);
  if (own !== undefined) {
    const text = await readFile(own.report, 'utf8');
    for (const check of await checkOwnReport({ text, email: own.email, files, chains })) print(check);
  }
  const { exitCode, summary } = decide(checks, values.strict);
  process.stdout.write(`${summary}\n`);
  process.exitCode = exitCode;
}

/** Half of what belongs together would leave a check out that was asked for. */
function allOrNone<Name extends string>(
  given: Readonly<Record<Name, string | undefined>>,
): Record<Name, string> | undefined {
  const values: (string | undefined)[] = Object.values(given);
  if (values.every((value) => value === undefined)) return undefined;
  if (values.includes(undefined)) throw new Error(USAGE);
  // None of them is undefined: the line before.
  return given as Record<Name, string>;
}

function readSince(text: string): VerifiedSnapshot {
  const { number, digest } = /^(?<number>\d{1,9}):(?<digest>[0-9a-f]{64})$/.exec(text)?.groups ?? {};
  if (number === undefined || digest === undefined) throw new Error(USAGE);
  return { number: Number(number), manifestDigest: fromHex(digest) };
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(USAGE);
  return Number(text);
}
