// `npm run bench:catch-up` measures how a pool with 1,000,000 watched addresses reads 100,000 blocks of BSC that it missed: time and
// memory, beside a plain read of the same headers from the same node in the same run.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { BscChain } from '@glasspool/chains/bsc';
import { createMnemonic, deriveKeys } from '@glasspool/chains/keys';
import { ensureTestToken, mintTestToken, startAnvil } from '@glasspool/chains/local';
import { Database, migrateToLatest } from '@glasspool/db';
import { confirmDeposits, scanChain } from '@glasspool/pool';
import { TestPool } from '@glasspool/pool/testing';
import { toQuantity } from 'ethers';
import { sql } from 'kysely';

const BLOCKS = 100_000;
const ADDRESSES = 1_000_000;
const DEPOSITS = 100;
const HEADERS_A_CALL = 50;
const FILE = join(tmpdir(), 'glasspool-bench-catch-up.db');
const MEBIBYTE = 1024 * 1024;

for (const end of ['', '-wal', '-shm']) rmSync(`${FILE}${end}`, { force: true });
await using anvil = await startAnvil({ stateFile: undefined, timeOffsetMs: 0 });
const usdtContract = await ensureTestToken(anvil.url, async () => void (await anvil.call('evm_mine')));
const keys = deriveKeys(createMnemonic());
using bsc = new BscChain({
  network: 'local',
  rpcUrl: anvil.url,
  usdtContract,
  finality: { kind: 'depth', blocks: 3 },
  feePerGas: { minWei: 0n, maxWei: 10n ** 11n },
  blockAgeMaxMs: null,
  keys: keys.BSC,
});
await using database = new Database(`sqlite:${FILE}`);
await migrateToLatest(database);
const inMemory = new TestPool(database);
const pool = new TestPool(database, {}, { BSC: bsc, TRON: inMemory.tron }, inMemory.clock);
await pool.start();

await watchAddresses();
await missBlocks();
const baselineMs = await time(readHeaders);
const memoryBefore = process.memoryUsage().rss;
let memoryMax = memoryBefore;
const catchUpMs = await time(async () => {
  while ((await scanChain(pool.deps, 'BSC')) > 0) memoryMax = Math.max(memoryMax, process.memoryUsage().rss);
});
await confirmDeposits(pool.deps, 'BSC');
const { found } = await database.read
  .selectFrom('deposit')
  .select((eb) => eb.fn.countAll<number>().as('found'))
  .where('state', '=', 'credited')
  .executeTakeFirstOrThrow();
if (found !== DEPOSITS) throw new Error(`${found} of ${DEPOSITS} deposits were found.`);

process.stdout.write(
  [
    '| what | s | of the baseline |',
    '| --- | --- | --- |',
    `| baseline: read ${BLOCKS.toLocaleString('en')} headers | ${seconds(baselineMs)} | 1 |`,
    `| catch-up: the same blocks, linked, ${DEPOSITS} deposits found | ${seconds(catchUpMs)} | ${(catchUpMs / baselineMs).toFixed(2)} |`,
    '',
    `Memory: ${mebibytes(memoryBefore)} MiB before, at most ${mebibytes(memoryMax)} MiB while reading.`,
    '',
  ].join('\n'),
);

/** Opens a wallet for each of as many users, the last of whom deposit. */
async function watchAddresses(): Promise<void> {
  await database.transaction(async (tx) => {
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ADDRESSES})
      insert into "user" (id, email, user_name, role, password_hash, referral_code, created_at)
      select 'usr_' || i, i || '@example.org', 'user' || i, 'user', 'none', 'code' || i, 0 from n`.execute(
      tx,
    );
    await sql`with recursive n(i) as (select ${DEPOSITS + 1} union all select i + 1 from n where i < ${ADDRESSES})
      insert into wallet (network, derivation_index, address, user_id)
      select 'BSC', i, printf('0x%040d', i), 'usr_' || i from n`.execute(tx);
    for (let index = 1; index <= DEPOSITS; index += 1) {
      await sql`insert into wallet (network, derivation_index, address, user_id)
        values ('BSC', ${index}, ${bsc.addressOf(index)}, ${`usr_${index}`})`.execute(tx);
    }
  });
}

/** Blocks that nobody read, with the deposits evenly among them. */
async function missBlocks(): Promise<void> {
  for (let index = 1; index <= DEPOSITS; index += 1) {
    await mintTestToken(anvil.url, bsc.addressOf(index), 100n * 10n ** 18n);
    await anvil.call('anvil_mine', [toQuantity(BLOCKS / DEPOSITS)]);
  }
}

async function readHeaders(): Promise<void> {
  for (let from = 1; from <= BLOCKS; from += HEADERS_A_CALL) {
    const batch = Array.from({ length: HEADERS_A_CALL }, (_, index) => ({
      jsonrpc: '2.0',
      id: index,
      method: 'eth_getBlockByNumber',
      params: [toQuantity(from + index), false],
    }));
    const headers = { 'content-type': 'application/json' };
    await (await fetch(anvil.url, { method: 'POST', headers, body: JSON.stringify(batch) })).json();
  }
}

async function time(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function mebibytes(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(0);
}
