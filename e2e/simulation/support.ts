// Work of admins on behalf of members: they credit receipts of the hot wallet to members, and lock and unlock accounts. A credit goes to a
// user whom an admin named, with the amount on the chain, and no money of a locked account leaves.
import { type Currency, fromChainUnits, NETWORK_OF, type UserId } from '@glasspool/core';
import { unlockUser } from '@glasspool/identity/accounts';
import type { Action } from './asking.ts';
import type { Api } from './callers.ts';
import { ViolationError } from './violation.ts';
import type { World } from './world.ts';

const RECEIPTS_SHOWN = 10;
const REASON = 'A story.';
const origin = { ipAddress: '10.0.0.1', requestId: 'end' };

/** Returns requests of an admin about members, wrong ones included. */
export function supportActions(
  world: World,
  ask: (what: string, call: (api: Api) => Promise<unknown>) => Action,
): readonly (() => Action)[] {
  const { userId, name, email } = world.pick(world.people);
  const turn = world.random.integer(RECEIPTS_SHOWN);
  const isStale = world.random.integer(4) === 0;
  const credits = (): Action => ({
    ...ask(`credits a receipt to ${name}`, (api) => credit(world, api, { userId, email, turn, isStale })),
    movesOthers: true,
  });
  const locks = (): Action => ask(`locks ${name}`, (api) => lock(world, api, userId));
  const unlocks = (): Action =>
    ask(`opens the account of ${name}`, async (api) => {
      world.support.held.delete(userId);
      await api.users.unlockUser({ id: userId, reason: REASON });
    });
  return [credits, credits, credits, locks, unlocks, unlocks];
}

async function credit(
  { support, counters }: World,
  api: Api,
  { userId, email, turn, isStale }: { userId: UserId; email: string; turn: number; isStale: boolean },
): Promise<void> {
  const { data } = await api.deposits.listUnmatchedReceipts({ page: 1, limit: RECEIPTS_SHOWN });
  // A page that was opened long ago still shows receipts that were credited since.
  const shown = isStale ? [...support.named.keys()] : data.map(({ id }) => id);
  const id = shown[turn % Math.max(1, shown.length)];
  if (id === undefined) return;
  support.named.set(id, (support.named.get(id) ?? new Set()).add(userId));
  await api.deposits.attributeDeposit({ id, email, reason: REASON });
  counters.count('receipt credited to a user');
}

async function lock(world: World, api: Api, userId: UserId): Promise<void> {
  await api.users.lockUser({ id: userId, reason: REASON });
  const rows = await world.db.read
    .selectFrom('withdrawal')
    .select('id')
    .where('userId', '=', userId)
    .where('source', '=', 'user')
    .where('state', 'in', ['reviewing', 'approved'])
    .execute();
  world.support.held.set(
    userId,
    rows.map(({ id }) => id),
  );
  world.counters.count('account locked');
  world.counters.count('account locked: withdrawal not signed yet', rows.length);
}

/** Returns true for a user whose account is locked, and who therefore has no session. */
export async function isLocked({ db }: World, userId: UserId): Promise<boolean> {
  const user = await db.read
    .selectFrom('user')
    .select('lockedAt')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user !== undefined && user.lockedAt !== null;
}

/** Fails when a withdrawal was signed after the pool had confirmed the lock of its owner. */
export async function checkHeld({ db, support }: World): Promise<void> {
  const held = [...support.held.values()].flat();
  if (held.length === 0) return;
  const left = await db.read
    .selectFrom('withdrawal')
    .select(['id', 'state'])
    .where('id', 'in', held)
    .where('state', 'in', ['signed', 'broadcast', 'confirmed'])
    .executeTakeFirst();
  if (left !== undefined)
    throw new ViolationError('nothing of a locked account leaves', `${left.id} is ${left.state}.`);
}

/** Unlocks every account at the end, so that its withdrawals can go on. */
export async function unlockAll(world: World): Promise<void> {
  const [adminId] = world.admins;
  if (adminId === undefined) throw new Error('The pool has two admins.');
  world.support.held.clear();
  for (const { userId } of world.people)
    if (await isLocked(world, userId))
      await unlockUser(world.calm, { adminId, origin, userId, reason: REASON });
}

/**
 * Sum of the receipts that were credited to a user, with the amounts on the chain. Fails unless an admin named the user for each of them.
 */
export async function sumCredited(world: World, userId: UserId, currency: Currency): Promise<bigint> {
  const chain = world.chain(NETWORK_OF[currency]);
  const rows = await world.db.read
    .selectFrom('deposit')
    .select(['id', 'txHash', 'entry'])
    .where('userId', '=', userId)
    .where('currency', '=', currency)
    .where('attributedAt', 'is not', null)
    .execute();
  let sum = 0n;
  for (const { id, txHash, entry } of rows) {
    if (world.support.named.get(id)?.has(userId) !== true)
      throw new ViolationError('a receipt is whose an admin says', `${id} is ${userId}'s.`);
    const transfer = (await chain.listFinalTransfers(txHash))?.find((one) => one.entry === entry);
    sum += transfer === undefined ? 0n : fromChainUnits(currency, transfer.units).amountMicro;
  }
  return sum;
}
