// The large pool under a server with keys of its own, for `npm run bench -- day`.

import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { deriveBscAddress } from '@glasspool/chains/bsc';
import { deriveKeys, openKeystore } from '@glasspool/chains/keys';
import { toChainUnits } from '@glasspool/core';
import { poolAccount } from '@glasspool/core/books';
import { RunningServer } from '@glasspool/e2e/running-server';
import Sqlite from 'better-sqlite3';
import { IS_SHORT } from './figure.ts';
import { copyLargePool } from './large-pool.ts';
import { MEASURED_SERVER } from './measured-server.ts';

/** Addresses with deposits that no sweep has moved: the first ones. */
export const ADDRESSES_TO_SWEEP = IS_SHORT ? 100 : 10_000;

/** The first snapshot of a large pool reads all of its journal. */
export const DAY_LIMIT_S = IS_SHORT ? 300 : 3_600;
export const SAMPLE_MS = 1_000;

export interface LargePool {
  readonly server: RunningServer;
  readonly startMs: number;
  /** Addresses to sweep, of the server's own keys. */
  readonly addresses: readonly string[];
}

export function machineTimeMs(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

/** Puts the large pool under a server that has made its own keys: its hot wallet, its chains' heights, and addresses that it can sweep. */
export async function startOnLargePool(users: number): Promise<LargePool> {
  const server = await RunningServer.start(MEASURED_SERVER);
  await server.stop();
  const own = join(server.dataDir, 'glasspool.db');
  const copy = join(server.dataDir, 'large.db');
  await copyLargePool(copy, users);
  const addresses = deriveAddresses(server.dataDir);
  const large = new Sqlite(copy);
  // Whole tables are replaced, in any order.
  large.pragma('foreign_keys = OFF');
  large.exec(`attach '${own}' as own; begin;
    update wallet set address = (select o.address from own.wallet o
        where o.network = wallet.network and o.derivation_index = wallet.derivation_index)
      where derivation_index in (select derivation_index from own.wallet);
    update wallet set swept_height = last_deposit_height where derivation_index between ${ADDRESSES_TO_SWEEP + 1} and ${users};
    delete from chain_status; insert into chain_status select * from own.chain_status;
    delete from scanned_block; insert into scanned_block select * from own.scanned_block;
    insert or ignore into outgoing_nonce select * from own.outgoing_nonce;
    insert or ignore into outgoing_transaction select * from own.outgoing_transaction;
    delete from session; delete from worker_lease;
    update investment set next_reward_at = ${machineTimeMs()} + 3600000, unlocks_at = ${machineTimeMs()} + (30 - rewarded_days) * 86400000,
      created_at = ${machineTimeMs()} + 3600000 - (rewarded_days + 1) * 86400000 where state = 'active'`);
  const rename = large.prepare(
    "update wallet set address = ?, last_deposit_height = 0, swept_height = 0 where network = 'BSC' and derivation_index = ?",
  );
  for (const [index, address] of addresses.entries()) rename.run(address, index + 1);
  standInForChain(large);
  large.exec('commit; detach own');
  large.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${own}${end}`, { force: true });
  renameSync(copy, own);
  const startedAt = performance.now();
  await server.start();
  return { server, startMs: performance.now() - startedAt, addresses };
}

/** The chains are new and hold nothing of what the seeded books say: it is taken for found at a swept address, or payouts would be halted. */
function standInForChain(large: Sqlite.Database): void {
  const { path } = poolAccount('chain/custody', 'USDT');
  const micro: unknown = large
    .prepare("select -balance_micro from account where path = ? and currency = 'USDT'")
    .pluck()
    .safeIntegers()
    .get(path);
  const units = toChainUnits('USDT', BigInt(String(micro)));
  large.prepare("insert into stray_balance values ('USDT', 'seeded', ?)").run(String(units));
}

/** The first deposit addresses of a local server's own keys. */
function deriveAddresses(dataDir: string): string[] {
  const { localKeystorePassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const words = openKeystore(
    readFileSync(join(dataDir, 'keystore.json'), 'utf8'),
    localKeystorePassword,
    (mnemonic) => Buffer.from(deriveKeys(mnemonic).BSC.publicKey(0)).toString('hex'),
  );
  const keys = deriveKeys(words).BSC;
  return Array.from({ length: ADDRESSES_TO_SWEEP }, (_, index) => deriveBscAddress(keys, index + 1));
}

/** Asks until it is so, at most for the time of a bench. */
export async function untilTrue(ask: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + DAY_LIMIT_S * 1_000;
  while (!(await ask())) {
    if (performance.now() > endsAt) throw new Error(`It did not happen within ${DAY_LIMIT_S} s.`);
    await setTimeout(SAMPLE_MS);
  }
}
