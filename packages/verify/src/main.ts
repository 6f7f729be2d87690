#!/usr/bin/env node
// `glasspool-verify PLACE` checks a snapshot and all before it, a line a check. PLACE is a folder of published files or the address
// of a pool. Exit code 1 when any check fails.
import { parseArgs } from 'node:util';
import { verifySnapshot } from '@glasspool/core/solvency';
import { openBundle } from './files.ts';
import { connectNodes } from './nodes.ts';

const USAGE = `Usage: glasspool-verify PLACE [--snapshot NUMBER] [--bsc-rpc URL --tron-rpc URL --usdt CONTRACT] [--depth BLOCKS]

PLACE is a folder with the published files, a folder for each snapshot, or the address of a pool, as http://127.0.0.1:3000.
Without nodes of your own, balances and the anchor are not checked.
`;

const MARKS = { ok: 'ok', failed: 'FAILED', 'not checked': 'not checked' } as const;

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      snapshot: { type: 'string' },
      'bsc-rpc': { type: 'string' },
      'tron-rpc': { type: 'string' },
      usdt: { type: 'string' },
      depth: { type: 'string', default: '1' },
    },
  });
  const [place] = positionals;
  if (place === undefined) throw new Error(USAGE);
  const files = openBundle(place);
  const snapshotNumber = values.snapshot === undefined ? await files.findNewest() : Number(values.snapshot);
  const { 'bsc-rpc': bscUrl, 'tron-rpc': tronUrl, usdt: usdtContract } = values;
  const chains =
    bscUrl === undefined || tronUrl === undefined || usdtContract === undefined
      ? undefined
      : connectNodes({ bscUrl, tronUrl, usdtContract });
  let failures = 0;
  for await (const { name, status, detail } of verifySnapshot({
    files,
    snapshotNumber,
    chains,
    depthMin: Number(values.depth),
  })) {
    if (status === 'failed') failures += 1;
    process.stdout.write(`${MARKS[status].padEnd(12)}${name}: ${detail}\n`);
  }
  process.stdout.write(failures === 0 ? 'Nothing failed.\n' : `${failures} failed.\n`);
  process.exitCode = failures === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
