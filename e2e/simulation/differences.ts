// Tokens that reach or leave the pool's addresses past the books, as with a stolen key or a token that takes a fee. Two admins book the
// difference that nothing explains: one proposes the correction, the other one decides it.
import {
  LEDGER_CURRENCIES,
  type LedgerCurrency,
  NETWORK_OF,
  PoolError,
  toChainUnits,
  USER_CURRENCIES,
  type UserId,
} from '@glasspool/core';
import { reconcile } from '@glasspool/pool/books';
import { decideCorrection, listOpenCorrections, proposeCorrection } from '@glasspool/pool/corrections';
import type { Action } from './asking.ts';
import type { Api } from './callers.ts';
import { isPaymentUnderWay } from './oracles.ts';
import { ViolationError } from './violation.ts';
import type { World } from './world.ts';

const WHOLE_TOKENS_MAX = 4;
const origin = { ipAddress: '10.0.0.1', requestId: 'end' };

/**
 * Moves tokens to or from the hot wallet without an event. Tokens leave only while no payment is under way: no chain lets an address pay
 * more than it holds.
 */
export async function moveTokensPastBooks(world: World): Promise<void> {
  const { random, scheduler } = world;
  const currency = world.pick(LEDGER_CURRENCIES);
  const network = NETWORK_OF[currency];
  await scheduler.drain();
  const chain = world.chain(network);
  const hotWallet = chain.deriveAddress(0);
  const units = newUnits(world, currency);
  const isEnough = chain.getUnits(hotWallet, currency) > units;
  const goes = random.integer(3) > 0;
  if (goes && (!isEnough || (await isPaymentUnderWay(world)))) return;
  const movedUnits = goes ? -units : units;
  chain.lose(hotWallet, currency, -movedUnits);
  world.pastBooks.set(currency, (world.pastBooks.get(currency) ?? 0n) + movedUnits);
  world.counters.count(goes ? 'tokens gone past the books' : 'tokens come past the books');
  world.recordSentence(
    `${movedUnits} units of ${currency} ${goes ? 'leave' : 'come to'} the hot wallet past the books.`,
  );
}

/** Returns an amount of tokens, or of coins for fees, in the chain's smallest units. */
function newUnits({ random }: World, currency: LedgerCurrency): bigint {
  if (currency === 'BNB') return 1n + BigInt(random.integer(1_000_000_000));
  return (
    toChainUnits(currency, BigInt(1 + random.integer(WHOLE_TOKENS_MAX * 1_000_000))) +
    BigInt(random.integer(2))
  );
}

/** Returns requests of an admin about a difference, wrong ones included. */
export function correctionActions(
  world: World,
  ask: (what: string, call: (api: Api) => Promise<unknown>) => Action,
): readonly (() => Action)[] {
  const { random, counters } = world;
  const blindly = world.pick(LEDGER_CURRENCIES);
  const looks = random.integer(4) > 0;
  const decision = random.integer(4) === 0 ? 'reject' : 'book';
  const propose = async (api: Api): Promise<void> => {
    const differing = (await api.books.listReconciliations()).find(
      ({ differsSince }) => differsSince !== null,
    );
    const currency = looks ? (differing?.currency ?? blindly) : blindly;
    await api.books.proposeCorrection({ currency, reason: 'A story.' });
    counters.count('correction proposed');
  };
  const decide = async (api: Api): Promise<void> => {
    const [first] = await api.books.listOpenCorrections();
    if (first === undefined || (looks && first.isOwn)) return;
    await api.books.decideCorrection({ id: first.id, decision });
    counters.count(decision === 'book' ? 'correction booked' : 'correction rejected');
  };
  const proposes = (): Action => ask('proposes a correction', propose);
  const decides = (): Action => ask('decides the oldest correction', decide);
  return [proposes, proposes, ...Array<() => Action>(6).fill(decides)];
}

/** Lets two admins book the differences that are left while nothing is under way. Fails when books and chain still differ afterwards. */
export async function bookDifferences(world: World): Promise<void> {
  const { calm, admins } = world;
  const [adminId, secondId] = admins;
  if (adminId === undefined || secondId === undefined) throw new Error('The pool has two admins.');
  for (const { id } of await listOpenCorrections(calm, adminId))
    await decideCorrection(calm, { adminId, origin, id, decision: 'reject' });
  for (const currency of await listDiffering(world)) {
    const proposed = await propose(world, { adminId, currency });
    if (proposed === undefined) continue;
    const { id, units } = proposed;
    await decideCorrection(calm, { adminId: secondId, origin, id, decision: 'book' });
    world.counters.count('difference booked at the end');
    const { unexplainedUnits } = await reconcile(calm, currency);
    if (unexplainedUnits !== 0n)
      throw new ViolationError(
        'a correction books what the chain shows',
        `${currency}: ${units} booked, then ${unexplainedUnits} unexplained`,
      );
  }
}

/** Proposes a correction. Returns undefined while something under way may explain the difference. */
async function propose(
  { calm }: World,
  { adminId, currency }: { adminId: UserId; currency: LedgerCurrency },
): Promise<Awaited<ReturnType<typeof proposeCorrection>> | undefined> {
  try {
    return await proposeCorrection(calm, { adminId, origin, currency, reason: 'The end.' });
  } catch (error) {
    if (error instanceof PoolError && error.code === 'NO_DIFFERENCE') return undefined;
    throw error;
  }
}

/** Currencies whose books differ from the chain at this moment. A surplus of coins for fees does not count. */
export async function listDiffering(world: World): Promise<LedgerCurrency[]> {
  const differing: LedgerCurrency[] = [];
  for (const currency of LEDGER_CURRENCIES) {
    const { unexplainedUnits } = await reconcile(world.calm, currency);
    // A worker books a surplus of coins.
    if (currency === 'BNB' ? unexplainedUnits < 0n : unexplainedUnits !== 0n) differing.push(currency);
  }
  return differing;
}

/**
 * Fails unless the booked corrections equal the amounts that were moved past the books, to the last unit: a correction must not hide
 * another error of the books.
 */
export async function checkCorrections(world: World): Promise<void> {
  const rows = await world.db.read
    .selectFrom('bookCorrection')
    .select(['currency', 'units'])
    .where('state', '=', 'booked')
    .execute();
  for (const currency of USER_CURRENCIES) {
    const bookedUnits = rows
      .filter((row) => row.currency === currency)
      .reduce((sum, { units }) => sum + BigInt(units), 0n);
    const movedUnits = world.pastBooks.get(currency) ?? 0n;
    if (bookedUnits !== movedUnits)
      throw new ViolationError(
        'corrections book what came and went past the books',
        `${currency}: ${movedUnits} moved, ${bookedUnits} booked`,
      );
  }
}
