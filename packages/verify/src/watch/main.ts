#!/usr/bin/env node
// `glasspool-watch URL` checks every snapshot of a pool as it is published, keeps what it saw, and says when something is wrong.
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AGE_HOURS_MAX } from '../age.ts';
import { openBundle } from '../files.ts';
import { connectNodes } from '../nodes.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { serve } from './serve.ts';
import { look, type Round } from './watcher.ts';

const USAGE = `Usage: glasspool-watch URL --anchor ADDRESS --bsc-rpc URL --tron-rpc URL --usdt CONTRACT
       [--state FILE] [--peer URL]... [--listen HOST:PORT] [--interval SECONDS] [--depth BLOCKS] [--max-age HOURS] [--once] [--quiet-pool]

Checks the newest snapshot of the pool at URL every --interval (600 seconds), from the last one that it found right on, with nodes of your own.
--state keeps its key and what it saw (glasspool-watch.json). --peer names other watchers of the same pool: when they saw another manifest of a
number, the pool shows two histories. --listen serves /digests for them and /metrics for Prometheus (127.0.0.1:9465).
The pool is sent a signed confirmation when every check of it but its age was made and none failed, unless --quiet-pool.

--once looks once and ends with 0 (all checked and right), 1 (something is wrong) or 2 (something could not be checked).
`;

const OPTIONS = {
  anchor: { type: 'string' },
  'bsc-rpc': { type: 'string' },
  'tron-rpc': { type: 'string' },
  usdt: { type: 'string' },
  state: { type: 'string', default: 'glasspool-watch.json' },
  peer: { type: 'string', multiple: true },
  listen: { type: 'string', default: '127.0.0.1:9465' },
  interval: { type: 'string', default: '600' },
  depth: { type: 'string', default: '1' },
  'max-age': { type: 'string', default: String(AGE_HOURS_MAX) },
  once: { type: 'boolean', default: false },
  'quiet-pool': { type: 'boolean', default: false },
} as const;
const SECOND_MS = 1_000;

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [url] = positionals;
  const { anchor: anchorAddress, 'bsc-rpc': bscUrl, 'tron-rpc': tronUrl, usdt: usdtContract } = values;
  if (url === undefined || !/^https?:\/\//.test(url)) throw new Error(USAGE);
  if (bscUrl === undefined || tronUrl === undefined || usdtContract === undefined) throw new Error(USAGE);
  if (anchorAddress === undefined || !/^0x[0-9a-fA-F]{40}$/.test(anchorAddress)) throw new Error(USAGE);
  const readNowMs = Date.now;
  const options = {
    files: openBundle(url),
    chains: connectNodes({ bscUrl, tronUrl, usdtContract }),
    anchorAddress,
    statePath: values.state,
    peers: (values.peer ?? []).map((peer) => peer.replace(/\/$/, '')),
    depthMin: readCount(values.depth),
    ageMaxHours: readCount(values['max-age']),
    readNowMs,
  };
  const round = async (): Promise<Round> => {
    const found = await look(options);
    report(found, readNowMs());
    if (found.confirmation !== undefined && !values['quiet-pool'])
      await sendConfirmation(url, found.confirmation);
    return found;
  };
  if (values.once) {
    const { alarms, unchecked } = await round();
    process.exitCode = alarms.length > 0 ? 1 : unchecked.length > 0 ? 2 : 0;
  } else {
    const [host = '', port = ''] = values.listen.split(/:(?=\d+$)/);
    await using served = await serve({ host, port: readCount(port) }, { statePath: values.state, readNowMs });
    process.stdout.write(`Watching ${url}; /digests and /metrics at ${served.url}\n`);
    for (;;) {
      served.show(await round(), readNowMs());
      await setTimeout(readCount(values.interval) * SECOND_MS);
    }
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** A line a finding: alarms where a person or a program that reads errors sees them. */
function report({ newest, alarms, unchecked, confirmation }: Round, atMs: number): void {
  const time = new Date(atMs).toISOString();
  for (const { kind, what } of alarms) process.stderr.write(`${time} ALARM ${kind}: ${what}\n`);
  for (const what of unchecked) process.stdout.write(`${time} not checked: ${what}\n`);
  if (confirmation !== undefined)
    process.stdout.write(`${time} snapshot ${newest} is right: ${confirmation.manifestDigest}\n`);
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(USAGE);
  return Number(text);
}
