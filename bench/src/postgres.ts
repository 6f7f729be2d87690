// `npm run bench -- postgres --pgledger=FOLDER` measures money on PostgreSQL with 1, 10 and 20 connections: transfers of the ledger beside
// pgledger's on the same server in the same run, and withdrawals of different users beside one connection's. The folder holds
// `pgledger.sql` and `vendor/` of github.com/pgr0ss/pgledger; without it transfers are set beside one connection's, too.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createId, type UserId } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { Database, migrateToLatest } from '@glasspool/db';
import { createDatabase, startPostgres } from '@glasspool/db/testing-postgres';
import { postTransfer } from '@glasspool/ledger';
import { releaseWallet } from '@glasspool/pool/balances';
import { verifyBooks } from '@glasspool/pool/books';
import type { PoolDeps } from '@glasspool/pool/deps';
import { TestPool } from '@glasspool/pool/testing';
import { requestWithdrawal } from '@glasspool/pool/withdrawals';
import { sql } from 'kysely';
import pg from 'pg';
import { IS_SHORT, printFigure, printHead } from './figure.ts';

const CONNECTIONS = [1, 10, 20] as const;
/** A pool of connections of the product has this many. */
const CONNECTIONS_PER_POOL = 10;
const USERS = IS_SHORT ? 40 : 200;
const RUN_MS = IS_SHORT ? 2_000 : 8_000;
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const NO_CAP = micro('1000000000');

/** Calls per second of `connections` callers, each of which asks again as soon as it has its answer. */
async function perSecond(
  connections: number,
  call: (caller: number, serial: number) => Promise<unknown>,
): Promise<number> {
  let calls = 0;
  const startedAt = performance.now();
  const callers = Array.from({ length: connections }, async (_, caller) => {
    while (performance.now() - startedAt < RUN_MS) {
      calls += 1;
      await call(caller, calls);
    }
  });
  await Promise.all(callers);
  return calls / ((performance.now() - startedAt) / 1_000);
}

async function measurePgledger(url: `postgres://${string}`, folder: string): Promise<number[]> {
  await createDatabase(url, 'pgledger');
  const pool = new pg.Pool({ connectionString: `${url}/pgledger`, max: Math.max(...CONNECTIONS) });
  try {
    const vendored = (await readdir(join(folder, 'vendor'))).filter((name) => name.endsWith('.sql'));
    for (const name of [...vendored.map((one) => join('vendor', one)), 'pgledger.sql'])
      await pool.query(await readFile(join(folder, name), 'utf8'));
    const ids: string[] = [];
    for (let index = 0; index < USERS; index += 1) {
      const { rows } = await pool.query("select id from pgledger_create_account($1, 'USDT')", [`a${index}`]);
      ids.push(rows[0].id);
    }
    const rates: number[] = [];
    for (const connections of CONNECTIONS)
      rates.push(
        await perSecond(connections, async (_, serial) =>
          pool.query('select * from pgledger_create_transfer($1, $2, 1.5)', [
            ids[serial % USERS],
            ids[(serial * 7 + 1) % USERS],
          ]),
        ),
      );
    return rates;
  } finally {
    await pool.end();
  }
}

async function seedUsers(pool: TestPool): Promise<UserId[]> {
  const users: UserId[] = [];
  for (let index = 0; index < USERS; index += 1) {
    const userId = await pool.signUp(`user${index}`);
    await pool.deposit(userId, 'USDT', '10000000');
    await releaseWallet(pool.deps, { userId, currency: 'USDT', amountMicro: micro('5000000') });
    users.push(userId);
  }
  return users;
}

async function measureTransfers(pools: readonly PoolDeps[], users: readonly UserId[]): Promise<number[]> {
  const rates: number[] = [];
  for (const connections of CONNECTIONS)
    rates.push(
      await perSecond(connections, async (caller, serial) => {
        const deps = getDeps(pools, caller);
        const userId = getUser(users, serial);
        const id = createId('walletRelease', deps);
        await deps.db.transaction((tx) =>
          postTransfer(
            tx,
            transfers.releaseWallet({ id, userId, currency: 'USDT', amountMicro: 1_500_000n }),
            0,
          ),
        );
      }),
    );
  return rates;
}

async function measureWithdrawals(pools: readonly PoolDeps[], users: readonly UserId[]): Promise<number[]> {
  const rates: number[] = [];
  for (const connections of CONNECTIONS)
    rates.push(
      await perSecond(connections, (caller, serial) =>
        requestWithdrawal(getDeps(pools, caller), {
          // A user's own withdrawals wait for one another, in any product.
          userId: getUser(users, caller),
          currency: 'USDT',
          address: OUTSIDE,
          amountMicro: 1_500_000n,
          idempotencyKey: `${connections}-${serial}`,
        }),
      ),
    );
  return rates;
}

function getDeps(pools: readonly PoolDeps[], caller: number): PoolDeps {
  const deps = pools[Math.floor(caller / CONNECTIONS_PER_POOL)];
  if (deps === undefined) throw new Error('There are more callers than connections.');
  return deps;
}

function getUser(users: readonly UserId[], index: number): UserId {
  const userId = users[index % users.length];
  if (userId === undefined) throw new Error('There are no users.');
  return userId;
}

function print(what: string, rates: readonly number[], baselines: readonly (number | undefined)[]): void {
  for (const [index, connections] of CONNECTIONS.entries())
    printFigure({
      name: `${what}, ${connections} connections`,
      measured: rates[index] ?? Number.NaN,
      baseline: baselines[index] ?? rates[0] ?? Number.NaN,
      unit: '/s',
    });
}

const folder = process.argv
  .find((argument) => argument.startsWith('--pgledger='))
  ?.slice('--pgledger='.length);
await using server = await startPostgres();
await createDatabase(server.url, 'glasspool');
await using first = new Database(() => `${server.url}/glasspool`);
await using second = new Database(() => `${server.url}/glasspool`);
await migrateToLatest(first);
const pool = await new TestPool(first, {
  withdrawalDailyCapMicro: { USDT: NO_CAP, TRX: NO_CAP },
  withdrawalReviewMicro: { USDT: 0n, TRX: 0n },
}).start();
const users = await seedUsers(pool);
await sql`analyze`.execute(first.untyped());
const pools = [pool.deps, pool.withDatabase(second)];
const peer = folder === undefined ? [] : await measurePgledger(server.url, folder);
printHead();
print(
  folder === undefined ? 'transfers beside one connection' : 'transfers beside pgledger',
  await measureTransfers(pools, users),
  peer,
);
print('withdrawals of different users beside one connection', await measureWithdrawals(pools, users), []);
const discrepancies = await verifyBooks({ db: first });
if (discrepancies.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(discrepancies[0])}`);
