// Steps of a sweep once something is signed for one of its addresses.
import { isId, type SweepItemId } from '@glasspool/core';
import { lockRows, type Queryable, type Row, type Transaction } from '@glasspool/db';
import type { Outgoing, OutgoingHandler, PoolDeps } from '../deps.ts';
import { parseSweepStepId } from '../outgoing/index.ts';
import { changeItem } from './sweep-item.ts';

type Deps = Pick<PoolDeps, 'clock' | 'events'>;

/** The address that a sweep empties. */
async function describe(db: Queryable, { id }: Outgoing): Promise<Record<string, string>> {
  const query = db.selectFrom('sweepItem').select('address').where('id', '=', toItemId(id));
  const item = await query.executeTakeFirst();
  return item === undefined ? {} : { address: item.address };
}

/** Handler of transfers that empty an address. */
const SWEEP = {
  describe,

  onPaid: async (tx, deps, row, { txHash, mined }) => {
    const item = await lockCurrent(tx, row);
    if (item?.state !== 'moving') return;
    await tx
      .updateTable('wallet')
      .set({ sweptHeight: item.readHeight })
      .where('address', '=', item.address)
      .where('sweptHeight', '<', item.readHeight)
      .execute();
    const returnsGas = mined?.feeCurrency === item.currency ? 0 : 1;
    await changeItem(tx, deps, item.id, { state: 'swept', txHash, returnsGas });
  },

  onUnpaid: async (tx, deps, row) => {
    await tryAgain(tx, deps, row);
    // One that had been paid: the address still has what was deposited there, and counts as never swept.
    if (row.paidAt !== null)
      await tx
        .updateTable('wallet')
        .set({ sweptHeight: 0 })
        .where('address', 'in', (eb) =>
          eb.selectFrom('outgoingTransaction').select('sender').where('subject', '=', row.id),
        )
        .where('sweptHeight', '>', 0)
        .execute();
  },

  // A sweep that the backup knows goes on after the last attempt of the log: with its number, two transfers would answer to one id.
  onRestored: async (tx, { clock }, { id }) => {
    const step = parseSweepStepId(id);
    const item = step && (await lockItemIfAny(tx, step.id));
    if (item !== undefined && step !== undefined && item.attempt < step.attempt) {
      const isUnderWay = item.state === 'topping-up' || item.state === 'moving';
      await tx
        .updateTable('sweepItem')
        .set({ attempt: step.attempt, updatedAt: clock.now(), ...(isUnderWay && { state: 'waiting' }) })
        .where('id', '=', item.id)
        .execute();
    }
    return 'restored';
  },
} satisfies OutgoingHandler;

/** Handlers of all that a sweep signs. */
export const SWEEP_HANDLERS = {
  sweep: SWEEP,
  'sweep-gas': {
    describe,
    onPaid: (tx, deps, row) => tryAgain(tx, deps, row),
    onUnpaid: (tx, deps, row) => tryAgain(tx, deps, row),
    onRestored: SWEEP.onRestored,
  },
  'gas-return': {
    describe,
    onPaid: (tx, deps, row) => endReturn(tx, deps, row),
    onUnpaid: (tx, deps, row) => endReturn(tx, deps, row),
  },
} as const satisfies Record<string, OutgoingHandler>;

/** The item whose attempt under way is the one of a row; undefined for an earlier attempt, and where the books know no such sweep. */
async function lockCurrent(tx: Transaction, { id }: Outgoing): Promise<Row<'sweepItem'> | undefined> {
  const step = parseSweepStepId(id);
  const item = step && (await lockItemIfAny(tx, step.id));
  return item?.attempt === step?.attempt ? item : undefined;
}

function lockItemIfAny(tx: Transaction, id: SweepItemId): Promise<Row<'sweepItem'> | undefined> {
  return lockRows(tx, tx.selectFrom('sweepItem').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** Has the next step of an address planned again. */
async function tryAgain(tx: Transaction, deps: Deps, row: Outgoing): Promise<void> {
  const item = await lockCurrent(tx, row);
  if (item?.state === 'topping-up' || item?.state === 'moving')
    await changeItem(tx, deps, item.id, { state: 'waiting' });
}

async function endReturn(tx: Transaction, deps: Deps, { id }: Outgoing): Promise<void> {
  const item = await lockItemIfAny(tx, toItemId(id));
  if (item?.returnsGas === 1) await changeItem(tx, deps, item.id, { returnsGas: 0 });
}

function toItemId(id: string): SweepItemId {
  const [itemId = ''] = id.split('/');
  if (!isId('sweepItem', itemId)) throw new Error(`${id} is of no sweep.`);
  return itemId;
}
