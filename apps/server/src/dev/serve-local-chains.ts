// Runs the local chains by themselves, for all processes that name them with LOCAL_CHAINS_URL. Ctrl-C saves and stops them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalChains } from '@glasspool/chains/local';
import fastify from 'fastify';
import type { z } from 'zod';
import { machineClock } from '../adapters/clock.ts';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { describeStartError } from '../start-error.ts';
import { holdFolder } from './folder-lock.ts';
import { Advance, type SharedChains } from './shared-local-chains.ts';

const OFFSET_FILE = 'offset-ms';

function waitForEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}

function readOffset(folder: string): number {
  const file = join(folder, OFFSET_FILE);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

async function run(ended: Promise<void>): Promise<void> {
  const { chains: settings, dataDir } = loadConfig();
  if (settings.network !== 'local' || settings.sharedUrl === undefined)
    throw new ConfigError('LOCAL_CHAINS_URL: set it to the address that the chains answer at.');
  const folder = join(dataDir, 'chains');
  using _lock = await holdFolder(folder);
  let offsetMs = readOffset(folder);
  await using chains = await startLocalChains({
    ...settings,
    folder,
    timeOffsetMs: offsetMs,
    now: machineClock.now,
  });
  const server = fastify();
  server.get('/', async () => {
    const { bscUrl, tronUrl, usdtContract } = chains;
    return { bscUrl, tronUrl, usdtContract, offsetMs } satisfies z.infer<typeof SharedChains>;
  });
  server.post('/advance', async (request) => {
    const { ms } = Advance.parse(request.body);
    offsetMs += ms;
    writeFileSync(join(folder, OFFSET_FILE), String(offsetMs));
    await chains.advanceTime(ms);
    return {};
  });
  const { hostname, port } = new URL(settings.sharedUrl);
  await server.listen({ host: hostname, port: Number(port) });
  process.stdout.write(`The local chains answer at ${settings.sharedUrl}\n`);
  await ended;
  await server.close();
}

try {
  await run(waitForEnd());
} catch (error) {
  process.stderr.write(`${describeStartError(error, 'The local chains')}\n`);
  process.exitCode = 1;
}
