import type { SweepItemId } from '@glasspool/core';
import { lockRows, type Row, type Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';

type Item = Row<'sweepItem'>;

export type ItemChange = Partial<
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

/** An address of a sweep, locked until the transaction ends. */
export async function lockItem(tx: Transaction, id: SweepItemId): Promise<Item> {
  return lockRows(tx, tx.selectFrom('sweepItem').selectAll().where('id', '=', id)).executeTakeFirstOrThrow();
}

/** Changes a locked address of a sweep, and tells the admins who watch it. */
export async function changeItem(
  tx: Transaction,
  { clock, events }: Pick<PoolDeps, 'clock' | 'events'>,
  id: SweepItemId,
  changed: ItemChange,
): Promise<void> {
  await tx
    .updateTable('sweepItem')
    .set({ ...changed, updatedAt: clock.now() })
    .where('id', '=', id)
    .execute();
  tx.onCommit(() => events.emitToStaff('sweep.progress'));
}
