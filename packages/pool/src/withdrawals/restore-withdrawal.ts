import { isId, NETWORK_OF, type WithdrawalId, type WithdrawalState } from '@glasspool/core';
import { poolAccount, transfers, userAccount } from '@glasspool/core/books';
import { rememberKey, type Transaction } from '@glasspool/db';
import { getBalance, postNew } from '@glasspool/ledger';
import type { PoolDeps, Restored, SignedLine } from '../deps.ts';
import { pauseUncovered, readHighestFee } from '../investments/index.ts';
import { lockWithdrawal, openWithdrawal, toFacts, transition, type Withdrawal } from './transition.ts';

/**
 * Brings a withdrawal to where its transaction of signed.log was sent, so that it is not paid a second time. One that was requested after the
 * backup is re-created out of what its owner has; the rest of it becomes a receivable. The operator's comes out of own funds, which cannot go
 * below zero.
 */
export async function restoreWithdrawal(
  tx: Transaction,
  { clock }: Pick<PoolDeps, 'clock'>,
  line: SignedLine,
): Promise<Restored> {
  const now = clock.now();
  const { id, txHash } = line;
  if (!isId('withdrawal', id)) return 'not-described';
  const known = await tx.selectFrom('withdrawal').select('id').where('id', '=', id).executeTakeFirst();
  const result = known === undefined ? await recreate(tx, { id, line, now }) : 'restored';
  if (result === 'restored') await bringForward(tx, id, { txHash, now });
  return result;
}

async function recreate(
  tx: Transaction,
  { id, line, now }: { id: WithdrawalId; line: SignedLine; now: number },
): Promise<Restored> {
  const { userId, currency, address, amount, fee = 0n, txHash, source } = line;
  if (userId === undefined || !isId('user', userId) || currency === undefined) return 'not-described';
  if (address === undefined || amount === undefined || source === undefined) return 'not-described';
  const user = await tx.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst();
  if (user === undefined) return 'unknown-user';
  if (source === 'operator' && (await getBalance(tx, poolAccount('pool/ownFunds', currency))) < amount)
    return 'own-funds';
  // Terms that were published after the backup are gone, and with them the fee that they allowed.
  const feeMaxMicro = await readHighestFee(tx, currency, now);
  const withdrawal: Withdrawal = {
    id,
    userId,
    network: NETWORK_OF[currency],
    currency,
    address,
    amountMicro: amount,
    feeMicro: fee < feeMaxMicro ? fee : feeMaxMicro,
    state: 'requested',
    waitingFor: null,
    triedAt: 0,
    reason: null,
    txHash,
    createdAt: now,
    approvedAt: null,
    countedAt: null,
    updatedAt: now,
    source,
    compareAfter: 0,
  };
  await openWithdrawal(tx, withdrawal, { requested: { by: 'signed.log' } });
  await hold(tx, withdrawal, now);
  const { idempotencyKey, requestHash } = line;
  if (requestHash !== undefined)
    await rememberKey(
      tx,
      {
        userId,
        operation: source === 'user' ? 'withdrawal' : 'own-funds-withdrawal',
        idempotencyKey,
        requestHash,
      },
      { resultId: id, now },
    );
  return 'restored';
}

/** Holds what the payer has; what a user does not have becomes a receivable, for the payment has left. */
async function hold(tx: Transaction, withdrawal: Withdrawal, now: number): Promise<void> {
  const { userId, currency, amountMicro, feeMicro, source } = withdrawal;
  if (source === 'operator') {
    await postNew(tx, transfers.holdWithdrawal(toFacts(withdrawal)), now);
    return;
  }
  const hasMicro = await getBalance(tx, userAccount(userId, 'withdrawable', currency));
  const missingMicro = amountMicro + feeMicro - hasMicro;
  const receivableMicro = missingMicro > 0n ? missingMicro : 0n;
  await postNew(tx, transfers.holdWithdrawal(toFacts(withdrawal), receivableMicro), now);
  if (receivableMicro > 0n) await pauseUncovered(tx, { userId, currency, now });
}

const NEXT = new Map<WithdrawalState, WithdrawalState>([
  ['requested', 'approved'],
  ['reviewing', 'approved'],
  ['approved', 'signed'],
  ['signed', 'broadcast'],
]);

/** Brings a withdrawal to where its transaction was sent; from there on the chain decides, as ever. */
async function bringForward(
  tx: Transaction,
  id: WithdrawalId,
  { txHash, now }: { txHash: string; now: number },
): Promise<void> {
  const evidence = { by: 'signed.log', txHash };
  for (;;) {
    const locked = await lockWithdrawal(tx, id);
    const next = NEXT.get(locked.state);
    if (next === undefined) return;
    await transition(tx, locked, { to: next, now, evidence, txHash });
    if (next === 'signed') await postNew(tx, transfers.signWithdrawal(toFacts(locked)), now);
  }
}
