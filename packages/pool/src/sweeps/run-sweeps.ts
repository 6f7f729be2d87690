import {
  HOT_WALLET_INDEX,
  type SendQuote,
  type SignedTransfer,
  type TransferIntent,
} from '@glasspool/chains';
import { fromChainUnits, type LedgerCurrency, type Network, toChainUnits, tryEach } from '@glasspool/core';
import { isOpenSweepItem, lockRows, type Row, type Transaction } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import {
  bookAnswer,
  bookNetworkFee,
  broadcastStored,
  canCoverFee,
  commitFee,
  type Fate,
  findHalt,
  findSigningObstacle,
  followOutgoing,
  type Mined,
  releaseFee,
  signNext,
  storeSigned,
} from '../outgoing/index.ts';
import { readMovableUnits } from './addresses.ts';
import { findRunningSweep } from './find-running-sweep.ts';
import { returnGas } from './return-gas.ts';
import { planSweepStep, type SkipReason, type SweepStep } from './rules.ts';

/** Addresses for which something is signed in one step. */
const BATCH = 25;
/** Addresses whose transactions may be under way at the same time: each of them is looked at in every step. */
const UNDER_WAY_MAX = 250;
/** Number of signatures for one address before it is left alone. */
const ATTEMPTS_MAX = 6;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'chains' | 'settings' | 'signedLog' | 'events' | 'signingGate'>;
type Item = Row<'sweepItem'>;

/**
 * Goes on with the running sweep on one network: follows what was sent, then signs and sends the next step of the addresses that
 * wait. What is signed is stored first, so a stop anywhere leads to the same bytes being sent again, never to a
 * second transfer. Returns how many addresses it looked at.
 */
export async function runSweeps(deps: Deps, network: Network): Promise<number> {
  if ((await findRunningSweep(deps)) === undefined) return 0;
  const underWay = await readUnderWay(deps, network);
  await tryEach(underWay, (item) => (item.returnsGas === 1 ? returnGas(deps, item) : follow(deps, item)));
  const waiting = await readWaiting(deps, network, Math.min(BATCH, UNDER_WAY_MAX - underWay.length));
  if (
    waiting.length > 0 &&
    (await findHalt(deps)) === undefined &&
    (await findSigningObstacle(deps, network)) === null
  )
    await tryEach(waiting, (item) => takeNextStep(deps, item));
  await finishSweep(deps);
  return underWay.length + waiting.length;
}

/** Addresses for which something was sent, or that have coins to return. */
function readUnderWay(deps: Deps, network: Network): Promise<Item[]> {
  return deps.db.read
    .selectFrom('sweepItem')
    .selectAll()
    .where('network', '=', network)
    .where('state', 'in', ['topping-up', 'moving', 'swept', 'skipped'])
    .where(isOpenSweepItem)
    .orderBy('derivationIndex')
    .limit(UNDER_WAY_MAX)
    .execute();
}

/** The next addresses that wait; the index has their order. */
async function readWaiting(deps: Deps, network: Network, limit: number): Promise<Item[]> {
  if (limit <= 0) return [];
  return deps.db.read
    .selectFrom('sweepItem')
    .selectAll()
    .where('network', '=', network)
    .where('state', '=', sql.lit('waiting'))
    .where(isOpenSweepItem)
    .orderBy('derivationIndex')
    .limit(limit)
    .execute();
}

async function follow(deps: Deps, item: Item): Promise<void> {
  const { network, address } = item;
  const fate = await followOutgoing(deps, { network, subject: getSubject(item), details: { address } });
  if (fate.kind === 'open') return;
  await bookAnswer(deps, fate, (tx) => changeIn(tx, deps, item, () => end(tx, deps, item, fate)));
}

async function end(
  tx: Transaction,
  deps: Deps,
  item: Item,
  fate: Exclude<Fate, { kind: 'open' }>,
): Promise<ItemChange> {
  const subject = getSubject(item);
  if (fate.kind === 'impossible') {
    await releaseFee(tx, subject);
    return { state: 'waiting' };
  }
  const { txHash, outcome } = fate;
  await bookNetworkFee(tx, { network: item.network, subject, txHash, outcome, now: deps.clock.now() });
  if (!outcome.succeeded) return { state: 'waiting' };
  return item.state === 'moving' ? arrived(tx, item, txHash, outcome) : { state: 'waiting' };
}

async function arrived(
  tx: Transaction,
  item: Item,
  txHash: string,
  { feeCurrency }: Mined,
): Promise<ItemChange> {
  // Read again under the lock: a reorganization lowers it (deposits/roll-back.ts).
  const { readHeight } = await tx
    .selectFrom('sweepItem')
    .select('readHeight')
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('wallet')
    .set({ sweptHeight: readHeight })
    .where('address', '=', item.address)
    .where('sweptHeight', '<', readHeight)
    .execute();
  return { state: 'swept', txHash, returnsGas: feeCurrency === item.currency ? 0 : 1 };
}

async function takeNextStep(deps: Deps, item: Item): Promise<void> {
  if (item.attempt >= ATTEMPTS_MAX) return skip(deps, item, 'failed');
  const chain = deps.chains[item.network];
  // Read before the balance: every deposit up to this block is in it.
  const { height } = await chain.getHead();
  const { step, quote } = await quoteStep(deps, item);
  if (step.kind === 'skip') return skip(deps, item, step.reason);
  const { feeCurrency } = quote;
  const intent = getIntent(deps, item, step, feeCurrency);
  const canPay =
    step.kind === 'top-up'
      ? await canHotWalletSend(deps, item.network, intent)
      : // Fees come out of the operator's own funds, never out of what users deposited.
        await canCoverFee(deps.db.read, quote);
  if (!canPay) return recordWaiting(deps, item);
  const signed = await signNext(deps, item.network, intent);
  if (signed !== undefined) await sendStep(deps, item, { step, signed, quote, readHeight: height });
}

/** The address waits, and says for what; a notice tells the admins. */
async function recordWaiting(deps: Deps, item: Item): Promise<void> {
  if (item.waitingFor !== 'gas') await change(deps, item, async () => ({ waitingFor: 'gas' }));
}

async function quoteStep(
  deps: Deps,
  { network, currency, derivationIndex, address }: Item,
): Promise<{ step: SweepStep; quote: SendQuote }> {
  const chain = deps.chains[network];
  const balanceUnits = await readMovableUnits(chain, address);
  const to = chain.deriveAddress(HOT_WALLET_INDEX);
  const quote = await chain.quoteSend({ fromIndex: derivationIndex, currency, to, units: balanceUnits });
  const { feeCurrency, feeMaxUnits, senderFeeUnits: coinUnits } = quote;
  const step = planSweepStep({
    balanceUnits,
    coinUnits,
    feeMaxUnits,
    paysFeeInKind: feeCurrency === currency,
    minimumUnits: toChainUnits(currency, deps.settings.sweepMinimumMicro[currency]),
  });
  return { step, quote };
}

function getIntent(
  deps: Deps,
  { network, currency, derivationIndex, address }: Item,
  step: Exclude<SweepStep, { kind: 'skip' }>,
  feeCurrency: LedgerCurrency,
): TransferIntent {
  return step.kind === 'top-up'
    ? { fromIndex: HOT_WALLET_INDEX, currency: feeCurrency, to: address, units: step.units }
    : {
        fromIndex: derivationIndex,
        currency,
        to: deps.chains[network].deriveAddress(HOT_WALLET_INDEX),
        units: step.units,
      };
}

/** Returns true when the hot wallet has the coins for a top-up and its fee. */
async function canHotWalletSend(deps: Deps, network: Network, intent: TransferIntent): Promise<boolean> {
  const { senderUnits, feeMaxUnits } = await deps.chains[network].quoteSend(intent);
  return senderUnits >= intent.units + feeMaxUnits;
}

/** Stores what was signed with the new state, then sends it. Dropped when another process was faster. */
async function sendStep(
  deps: Deps,
  item: Item,
  {
    step,
    signed,
    quote,
    readHeight,
  }: { step: SweepStep; signed: SignedTransfer; quote: SendQuote; readHeight: number },
): Promise<void> {
  const { network, currency, address } = item;
  const next = { ...item, attempt: item.attempt + 1 };
  const subject = getSubject(next);
  const isStored = await change(deps, item, async (tx) => {
    const now = deps.clock.now();
    if (!(await commitFee(tx, { subject, quote }))) return undefined;
    if (!(await storeSigned(tx, { network, subject, signed, now }))) {
      await releaseFee(tx, subject);
      return undefined;
    }
    const { attempt } = next;
    // From now on the coins of this address are in the books, its own that pay the fee among them.
    await tx.updateTable('wallet').set({ hasGas: 1 }).where('address', '=', address).execute();
    if (step.kind === 'top-up') return { state: 'topping-up', attempt, waitingFor: null };
    const moved = fromChainUnits(currency, step.kind === 'move' ? step.units : 0n);
    return { state: 'moving', attempt, readHeight, waitingFor: null, ...moved };
  });
  if (isStored) await broadcastStored(deps, { network, subject, signed, details: { address } });
}

async function skip(deps: Deps, item: Item, reason: SkipReason): Promise<void> {
  await change(deps, item, async () => ({ state: 'skipped', reason }));
}

type ItemChange = Partial<
  Pick<
    Item,
    | 'state'
    | 'waitingFor'
    | 'attempt'
    | 'reason'
    | 'txHash'
    | 'readHeight'
    | 'amountMicro'
    | 'dustUnits'
    | 'returnsGas'
  >
>;

type Decide = (tx: Transaction) => Promise<ItemChange | undefined>;

/** Changes an item unless it is no longer as it was read, or `decide` answers undefined. Returns true when it was changed. */
function change(deps: Deps, item: Item, decide: Decide): Promise<boolean> {
  return deps.db.transaction((tx) => changeIn(tx, deps, item, decide));
}

async function changeIn(
  tx: Transaction,
  { clock, events }: Pick<Deps, 'clock' | 'events'>,
  item: Item,
  decide: Decide,
): Promise<boolean> {
  const query = tx.selectFrom('sweepItem').select(['state', 'attempt']).where('id', '=', item.id);
  const locked = await lockRows(tx, query).executeTakeFirstOrThrow();
  if (locked.state !== item.state || locked.attempt !== item.attempt) return false;
  const changed = await decide(tx);
  if (changed === undefined) return false;
  await tx
    .updateTable('sweepItem')
    .set({ ...changed, updatedAt: clock.now() })
    .where('id', '=', item.id)
    .execute();
  tx.onCommit(() => events.emitToStaff('sweep.progress'));
  return true;
}

/** Subject of the transactions of one attempt. A new attempt begins only when the last one is proved impossible or final. */
function getSubject({ id, attempt }: Pick<Item, 'id' | 'attempt'>): string {
  return `${id}/${attempt}`;
}

/** Ends the running sweep when no address of it is under way on either network. */
async function finishSweep(deps: Deps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const ended = await tx
      .updateTable('sweep')
      .set({ state: 'done', finishedAt: deps.clock.now() })
      .where('state', '=', sql.lit('running'))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('sweepItem')
              .select('sweepItem.id')
              .whereRef('sweepItem.sweepId', '=', 'sweep.id')
              .where(isOpenSweepItem),
          ),
        ),
      )
      .executeTakeFirst();
    if (ended.numUpdatedRows > 0n) tx.onCommit(() => deps.events.emitToStaff('sweep.progress'));
  });
}
