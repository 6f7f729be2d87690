import { parseAmount, type WithdrawalId } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { createAdmin } from '@glasspool/identity/accounts';
import type { PoolDeps } from '@glasspool/pool/deps';
import { listNotices, refreshNotices } from '@glasspool/pool/notices';

/** States of the deposits of an amount, oldest first. */
export async function listDepositStates(read: Queryable, amount: string): Promise<string[]> {
  const rows = await read
    .selectFrom('deposit')
    .select(['state', 'reversedAt'])
    .where('amountMicro', '=', parseAmount(amount))
    .orderBy('id')
    .execute();
  return rows.map(({ state, reversedAt }) => (reversedAt === null ? state : 'reversed'));
}

/** State of the withdrawal to an address, and what it waits for. */
export async function readWithdrawal(
  read: Queryable,
  address: string,
): Promise<{ readonly id: WithdrawalId; readonly state: string; readonly waitingFor: string | null }> {
  return read
    .selectFrom('withdrawal')
    .select(['id', 'state', 'waitingFor'])
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
}

/** Kinds of the notices that an admin has not dealt with. */
export async function listNoticeKinds(deps: PoolDeps): Promise<string[]> {
  await refreshNotices(deps);
  const found = await deps.db.read
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .executeTakeFirst();
  const adminId = found?.id ?? (await createAdmin(deps, 'operator@example.org')).userId;
  const { notices } = await listNotices(deps, adminId);
  return notices.map(({ kind }) => kind);
}
