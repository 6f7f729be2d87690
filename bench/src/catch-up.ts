// `npm run bench -- catch-up` measures how a pool with 1,000,000 watched addresses reads 100,000 blocks of TRON that it missed: time and
// memory of the reader, beside a plain read of the same blocks from the same node in the same run. TRON's node, because anvil takes hours
// to make so many blocks; what reads them is the same but for the adapter.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createMnemonic, deriveKeys } from '@glasspool/chains/keys';
import { TronChain } from '@glasspool/chains/tron';
import { Database, migrateToLatest } from '@glasspool/db';
import { confirmDeposits, ensureHotWallet, scanChain } from '@glasspool/pool/deposits';
import { TestPool } from '@glasspool/pool/testing';
import { sql } from 'kysely';
import { IS_SHORT, printFigure, printHead } from './figure.ts';

const BLOCKS = IS_SHORT ? 5_000 : 100_000;
const ADDRESSES = IS_SHORT ? 100_000 : 1_000_000;
const DEPOSITS = 100;
const BLOCKS_PER_CALL = 100;
const FILE = join(tmpdir(), 'glasspool-bench-catch-up.db');
const MEBIBYTE = 1024 * 1024;

const keys = deriveKeys(createMnemonic());
const addressesOfKeys = new TronChain({ network: 'local', rpcUrl: 'http://127.0.0.1:9', keys: keys.TRON });
const receivers = Array.from({ length: DEPOSITS }, (_, index) => addressesOfKeys.deriveAddress(index + 1));
const host = fork(join(import.meta.dirname, 'long-chain.ts'), [String(BLOCKS), ...receivers]);
const [rpcUrl] = await once(host, 'message');
const tron = new TronChain({ network: 'local', rpcUrl, keys: keys.TRON });

for (const end of ['', '-wal', '-shm']) rmSync(`${FILE}${end}`, { force: true });
const database = new Database(() => `sqlite:${FILE}`);
await migrateToLatest(database);
const inMemory = new TestPool(database);
const pool = new TestPool(database, {}, { BSC: inMemory.bsc, TRON: tron }, inMemory.clock);
await ensureHotWallet(pool.deps);
// As if the pool had been away since the first block.
await database.transaction(async (tx) => {
  await tx.deleteFrom('scannedBlock').where('network', '=', 'TRON').execute();
  await tx
    .updateTable('chainStatus')
    .set({ scannedHeight: 0, finalizedHeight: 0 })
    .where('network', '=', 'TRON')
    .execute();
});
await watchAddresses();

// The node signs each block when it is first asked for it, which is no part of reading.
await readBlocks();
const baselineMs = await time(readBlocks);
const memoryBefore = process.memoryUsage().rss;
let memoryMax = memoryBefore;
const catchUpMs = await time(async () => {
  while ((await scanChain(pool.deps, 'TRON')) > 0) memoryMax = Math.max(memoryMax, process.memoryUsage().rss);
});
await confirmDeposits(pool.deps, 'TRON');
const { found } = await database.read
  .selectFrom('deposit')
  .select((eb) => eb.fn.countAll<number>().as('found'))
  .executeTakeFirstOrThrow();
host.disconnect();
await database.close();
if (found !== DEPOSITS) throw new Error(`${found} of ${DEPOSITS} deposits were found.`);

printHead();
printFigure({
  name: `${BLOCKS} missed blocks, ${DEPOSITS} deposits found, beside a plain read of them`,
  measured: catchUpMs / 1_000,
  baseline: baselineMs / 1_000,
  unit: 's',
});
process.stdout.write(
  `Memory of the reader: ${mebibytes(memoryBefore)} MiB before, at most ${mebibytes(memoryMax)} MiB while reading.\n`,
);

/** A wallet for each of as many users; the first of them deposit. */
async function watchAddresses(): Promise<void> {
  await database.transaction(async (tx) => {
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ADDRESSES})
      insert into "user" (id, email, user_name, role, password_hash, referral_code, created_at)
      select 'usr_' || i, i || '@example.org', 'user' || i, 'user', 'none', 'code' || i, 0 from n`.execute(
      tx,
    );
    await sql`with recursive n(i) as (select ${DEPOSITS + 1} union all select i + 1 from n where i < ${ADDRESSES})
      insert into wallet (network, derivation_index, address, user_id)
      select 'TRON', i, printf('T%033d', i), 'usr_' || i from n`.execute(tx);
    for (const [index, address] of receivers.entries()) {
      await sql`insert into wallet (network, derivation_index, address, user_id)
        values ('TRON', ${index + 1}, ${address}, ${`usr_${index + 1}`})`.execute(tx);
    }
  });
}

async function readBlocks(): Promise<void> {
  for (let startNum = 1; startNum <= BLOCKS; startNum += BLOCKS_PER_CALL) {
    const body = JSON.stringify({ startNum, endNum: startNum + BLOCKS_PER_CALL });
    await (await fetch(`${rpcUrl}/wallet/getblockbylimitnext`, { method: 'POST', body })).json();
  }
}

async function time(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function mebibytes(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(0);
}
