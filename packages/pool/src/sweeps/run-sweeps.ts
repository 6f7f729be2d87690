import { HOT_WALLET_INDEX, type SendQuote, type TransferIntent } from '@glasspool/chains';
import { fromChainUnits, type Network, toChainUnits, tryEach } from '@glasspool/core';
import { isOpenSweepItem, type Row, type Transaction } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import {
  beginSending,
  GAS_RETURN_ENDING,
  type Sending,
  toGasReturnId,
  toSweepStepId,
} from '../outgoing/index.ts';
import { readMovableUnits } from './addresses.ts';
import { findRunningSweep } from './find-running-sweep.ts';
import { planGasReturn, planSweepStep, type SkipReason, type SweepStep } from './rules.ts';
import { changeItem, type ItemChange, lockItem } from './sweep-item.ts';

/** Addresses for which something is signed in one step. */
const BATCH = 25;
/** Addresses whose transactions may be under way at the same time. */
const UNDER_WAY_MAX = 250;
/** Number of signatures for one address before it is left alone. */
const ATTEMPTS_MAX = 6;

type Deps = Parameters<typeof beginSending>[0] & Pick<PoolDeps, 'settings'>;
type Item = Row<'sweepItem'>;

/**
 * Goes on with the running sweep on one network: signs and sends the next step of the addresses that wait, and takes back what they have left
 * of coins for fees. Returns how many addresses it looked at.
 */
export async function runSweeps(deps: Deps, network: Network): Promise<number> {
  if ((await findRunningSweep(deps)) === undefined) return 0;
  const underWay = await countUnderWay(deps, network);
  const limit = Math.min(BATCH, UNDER_WAY_MAX - underWay);
  const items = [...(await readReturning(deps, network)), ...(await readWaiting(deps, network, limit))];
  const sending = items.length > 0 ? await beginSending(deps, network) : 'halted';
  if (typeof sending !== 'string')
    await tryEach(items, (item) =>
      item.returnsGas === 1 ? returnGas(deps, sending, item) : takeNextStep(deps, sending, item),
    );
  await finishSweep(deps);
  return underWay + items.length;
}

/** Number of addresses for which something was sent and is not decided. */
async function countUnderWay({ db }: Deps, network: Network): Promise<number> {
  const { open } = await db.read
    .selectFrom('sweepItem')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('network', '=', network)
    .where('state', 'in', ['topping-up', 'moving'])
    .where(isOpenSweepItem)
    .executeTakeFirstOrThrow();
  return open;
}

/** Addresses that have coins to return, and for which nothing was signed yet. */
function readReturning({ db }: Deps, network: Network): Promise<Item[]> {
  return db.read
    .selectFrom('sweepItem')
    .selectAll()
    .where('network', '=', network)
    .where('state', 'in', ['swept', 'skipped'])
    .where(isOpenSweepItem)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outgoing')
            .select('outgoing.id')
            .where('outgoing.id', '=', sql<string>`sweep_item.id || ${GAS_RETURN_ENDING}`),
        ),
      ),
    )
    .orderBy('derivationIndex')
    .limit(BATCH)
    .execute();
}

/** The next addresses that wait; the index has their order. */
async function readWaiting({ db }: Deps, network: Network, limit: number): Promise<Item[]> {
  if (limit <= 0) return [];
  return db.read
    .selectFrom('sweepItem')
    .selectAll()
    .where('network', '=', network)
    .where('state', '=', sql.lit('waiting'))
    .where(isOpenSweepItem)
    .orderBy('derivationIndex')
    .limit(limit)
    .execute();
}

async function takeNextStep(deps: Deps, { send }: Sending, item: Item): Promise<void> {
  if (item.attempt >= ATTEMPTS_MAX) return skip(deps, item, 'failed');
  const { network, currency, derivationIndex, address } = item;
  const chain = deps.chains[network];
  // Read before the balance: every deposit up to this block is in it.
  const { height: readHeight } = await chain.getHead();
  const { step, quote } = await quoteStep(deps, item);
  if (step.kind === 'skip') return skip(deps, item, step.reason);
  const isTopUp = step.kind === 'top-up';
  const intent = isTopUp
    ? { fromIndex: HOT_WALLET_INDEX, currency: quote.feeCurrency, to: address, units: step.units }
    : {
        fromIndex: derivationIndex,
        currency,
        to: chain.deriveAddress(HOT_WALLET_INDEX),
        units: step.units,
      };
  if (isTopUp && !(await canHotWalletSend(deps, network, intent))) return recordWaiting(deps, item);
  const attempt = item.attempt + 1;
  const result = await send({
    purpose: isTopUp ? 'sweep-gas' : 'sweep',
    id: toSweepStepId({ id: item.id, attempt }),
    intent,
    quote,
    claim: (tx) => isAsRead(tx, item),
    onStored: async (tx) => {
      // From now on the coins of this address are in the books, its own that pay the fee among them.
      await tx.updateTable('wallet').set({ hasGas: 1 }).where('address', '=', address).execute();
      const moved = isTopUp ? {} : { readHeight, ...fromChainUnits(currency, step.units) };
      const state = isTopUp ? ('topping-up' as const) : ('moving' as const);
      await changeItem(tx, deps, item.id, { state, attempt, waitingFor: null, ...moved });
    },
  });
  // Fees come out of the operator's own funds, never out of what users deposited.
  if (result === 'fee') await recordWaiting(deps, item);
}

/**
 * Takes back to the hot wallet what an address has left of the coins that it was sent for a fee, where that is worth its own fee.
 * Tried once: coins that stay are found by reconciliation and used by the next sweep.
 */
async function returnGas(deps: Deps, { send }: Sending, item: Item): Promise<void> {
  const { network, derivationIndex: fromIndex } = item;
  const chain = deps.chains[network];
  const to = chain.deriveAddress(HOT_WALLET_INDEX);
  const quote = await chain.quoteSend({ fromIndex, currency: 'BNB', to, units: 0n });
  const units = planGasReturn({ coinUnits: quote.senderFeeUnits, feeMaxUnits: quote.feeMaxUnits });
  if (units === undefined) return change(deps, item, { returnsGas: 0 });
  await send({
    purpose: 'gas-return',
    id: toGasReturnId(item.id),
    intent: { fromIndex, currency: 'BNB', to, units },
    quote,
    claim: (tx) => isAsRead(tx, item),
  });
}

/** The address waits, and says for what; a notice tells the admins. */
async function recordWaiting(deps: Deps, item: Item): Promise<void> {
  if (item.waitingFor !== 'gas') await change(deps, item, { waitingFor: 'gas' });
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

/** Returns true when the hot wallet has the coins for a top-up and its fee. */
async function canHotWalletSend(deps: Deps, network: Network, intent: TransferIntent): Promise<boolean> {
  const { senderUnits, feeMaxUnits } = await deps.chains[network].quoteSend(intent);
  return senderUnits >= intent.units + feeMaxUnits;
}

function skip(deps: Deps, item: Item, reason: SkipReason): Promise<void> {
  return change(deps, item, { state: 'skipped', reason });
}

/** Changes an item unless it is no longer as it was read. */
async function change(deps: Deps, item: Item, changed: ItemChange): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (await isAsRead(tx, item)) await changeItem(tx, deps, item.id, changed);
  });
}

/** Locks an item, and returns true while it is as it was read. */
async function isAsRead(tx: Transaction, item: Item): Promise<boolean> {
  const { state, attempt, returnsGas } = await lockItem(tx, item.id);
  return state === item.state && attempt === item.attempt && returnsGas === item.returnsGas;
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
