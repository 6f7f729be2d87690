import type { Currency, WithdrawalId } from '@glasspool/core';
import type { Row } from '@glasspool/db';
import type { Outgoing, PoolDeps } from '../deps.ts';

/** Something that replaced blocks opened again: what the chain had said, and what it says now. */
export interface Reopened
  extends Pick<
    Outgoing,
    'id' | 'network' | 'purpose' | 'state' | 'txHash' | 'blockHeight' | 'formerTxHash' | 'formerBlockHeight'
  > {
  readonly formerState: NonNullable<Outgoing['formerState']>;
  readonly reopenedAt: number;
  /** Payment that it makes; null for what is not a withdrawal. */
  readonly withdrawal: {
    readonly id: WithdrawalId;
    /** Owner of the money: a user, or the operator with own funds. */
    readonly source: Row<'withdrawal'>['source'];
    readonly currency: Currency;
    readonly amountMicro: bigint;
    readonly address: string;
    readonly email: string;
  } | null;
}

/** A page of what was opened again because a chain replaced blocks that it had called final, newest first. */
export async function listReopened(
  { db }: Pick<PoolDeps, 'db'>,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Reopened[]; total: number }> {
  const reopened = db.read.selectFrom('outgoing').where('formerState', 'is not', null);
  const rows = await reopened
    .leftJoin('withdrawal', 'withdrawal.id', 'outgoing.id')
    .leftJoin('user', 'user.id', 'withdrawal.userId')
    .select([
      'outgoing.id',
      'outgoing.network',
      'purpose',
      'outgoing.state',
      'outgoing.txHash',
      'blockHeight',
    ])
    .select(['formerTxHash', 'formerBlockHeight'])
    .select([
      'withdrawal.id as withdrawalId',
      'withdrawal.source',
      'withdrawal.currency',
      'withdrawal.amountMicro',
      'withdrawal.address',
      'user.email',
    ])
    .select((eb) => [
      eb.ref('formerState').$notNull().as('formerState'),
      eb.ref('reopenedAt').$notNull().as('reopenedAt'),
    ])
    .orderBy('reopenedAt', 'desc')
    .orderBy('outgoing.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await reopened
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    rows: rows.map(({ withdrawalId, source, currency, amountMicro, address, email, ...row }) => {
      if (
        withdrawalId === null ||
        source === null ||
        currency === null ||
        amountMicro === null ||
        address === null ||
        email === null
      )
        return { ...row, withdrawal: null };
      return { ...row, withdrawal: { id: withdrawalId, source, currency, amountMicro, address, email } };
    }),
    total,
  };
}
