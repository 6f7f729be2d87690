// `npm run bench -- privacy` measures what an outsider learns from the published files alone: how many users can be followed from one
// snapshot to the next by their amounts, and how many balances stand in one leaf. The pool is real, its chains are simulated; users
// invest odd amounts, and each day one in twenty deposits again and invests a part. The truth is known here by the users' nonces.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserId } from '@glasspool/core';
import { parseAccountPath } from '@glasspool/core/books';
import { SeededRandom } from '@glasspool/core/testing';
import { Database, migrateToLatest } from '@glasspool/db';
import { invest } from '@glasspool/pool/investments';
import { runRewards } from '@glasspool/pool/rewards';
import { decodeEntry, getPseudonym, readAll, readJournal } from '@glasspool/proof';
import { getUserProof, takeSnapshot } from '@glasspool/solvency';
import { TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import { IS_SHORT, printFigure, printHead } from './figure.ts';

const USERS = IS_SHORT ? 40 : 400;
/** One in so many acts on a day. */
const ACTIVE = 20;
const DAYS = 3;
/** Users who deposit on one day and invest just that on the next: what an outsider can follow. */
const PATIENT = 10;
const HOURS = 24;
const random = new SeededRandom(7);

const folder = mkdtempSync(join(tmpdir(), 'glasspool-privacy-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
await using database = new Database(() => `sqlite:${join(folder, 'pool.db')}`);
await migrateToLatest(database);
const pool = await new TestPoolWithSnapshots(database).start();
await pool.fundReserve('USDT', '1000000');
const users: UserId[] = [];
for (let index = 0; index < USERS; index += 1) {
  const user = await pool.signUp(`user${index}`);
  await pool.deposit(user, 'USDT', oddAmount());
  await invest(pool.deps, { userId: user, currency: 'USDT' });
  users.push(user);
}
const patient: UserId[] = [];
for (let index = 0; index < PATIENT; index += 1) patient.push(await pool.signUp(`patient${index}`));
for (let day = 0; day < DAYS; day += 1) {
  await takeSnapshot(pool.deps, 'daily');
  pool.advanceHours(HOURS);
  await runRewards(pool.deps);
  for (const userId of patient) {
    if (day === 0) await pool.deposit(userId, 'USDT', oddAmount());
    if (day === 1) await invest(pool.deps, { userId, currency: 'USDT' });
  }
  for (const userId of users.filter(() => random.integer(ACTIVE) === 0)) {
    await pool.deposit(userId, 'USDT', oddAmount());
    await invest(pool.deps, {
      userId,
      currency: 'USDT',
      amountMicro: BigInt(50_000_000 + random.integer(50_000_000)),
    });
  }
}
await takeSnapshot(pool.deps, 'daily');
let linked = 0;
for (let day = 0; day < DAYS; day += 1) linked = Math.max(linked, await countLinked(day, users));
printHead();
printFigure({
  name: 'users followed across two snapshots',
  measured: linked / USERS,
  baseline: 1,
  unit: 'of all',
});
printFigure({
  name: 'of those who deposit on one day and invest just that on the next',
  measured: (await countLinked(1, patient)) / PATIENT,
  baseline: 1,
  unit: 'of all',
});
const shown = (await countShown(DAYS)) / USERS;
printFigure({ name: 'balances that stand in one leaf', measured: shown, baseline: 1, unit: 'of all' });

/** 100 to 1,100 USDT, with six digits after the point. */
function oddAmount(): string {
  return `${100 + random.integer(1_000)}.${String(random.integer(1_000_000)).padStart(6, '0')}`;
}

/** Amounts by the name that they stand under. */
async function readAmounts(snapshot: number): Promise<Map<string, Set<string>>> {
  const names = new Map<string, Set<string>>();
  const file = await readAll(pool.deps.snapshots.read(snapshot, 'journal.bin'));
  for (const row of readJournal(file))
    for (const { account, amount } of decodeEntry(row).postings) {
      const owner = parseAccountPath(account)?.owner;
      if (owner == null) continue;
      const amounts = names.get(owner) ?? new Set();
      amounts.add(String(amount < 0n ? -amount : amount));
      names.set(owner, amounts);
    }
  return names;
}

/** Names that have an amount to themselves. */
function listTelling(names: Map<string, Set<string>>): Map<string, string> {
  const owners = new Map<string, string[]>();
  for (const [name, amounts] of names)
    for (const amount of amounts) owners.set(amount, [...(owners.get(amount) ?? []), name]);
  return new Map([...owners].flatMap(([amount, own]) => (own.length === 1 ? [[amount, own[0] ?? '']] : [])));
}

/** Users whose name of one snapshot an outsider joins to that of the next, since both have an amount that no other name has. */
async function countLinked(snapshot: number, among: readonly UserId[]): Promise<number> {
  const [before, after] = [await readAmounts(snapshot), await readAmounts(snapshot + 1)].map(listTelling);
  const guesses = new Set(
    [...(before ?? [])].flatMap(([amount, name]) => {
      const next = after?.get(amount);
      return next === undefined ? [] : [`${name} ${next}`];
    }),
  );
  let right = 0;
  for (const userId of among) {
    const { nonce } = await getUserProof(pool.deps, { userId, snapshotNumber: snapshot + 1 });
    if (guesses.has(`${getPseudonym(nonce, snapshot)} ${getPseudonym(nonce, snapshot + 1)}`)) right += 1;
  }
  return right;
}

async function countShown(snapshotNumber: number): Promise<number> {
  let shown = 0;
  for (const userId of users) {
    const { usdt, leaves } = await getUserProof(pool.deps, { userId, snapshotNumber });
    if (leaves.some(({ leaf }) => leaf.usdt === usdt)) shown += 1;
  }
  return shown;
}
