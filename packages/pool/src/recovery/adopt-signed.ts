import {
  isId,
  NETWORK_OF,
  NETWORKS,
  parseAmount,
  type WithdrawalId,
  type WithdrawalState,
} from '@glasspool/core';
import { poolAccount, transfers, userAccount } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { rememberKey } from '@glasspool/db';
import { getBalance, postNew } from '@glasspool/ledger';
import { z } from 'zod';
import type { PoolDeps } from '../deps.ts';
import { pauseUncovered, readHighestFee } from '../investments/index.ts';
import { storeSigned } from '../outgoing/index.ts';
import {
  lockWithdrawal,
  openWithdrawal,
  toFacts,
  transition,
  type Withdrawal,
} from '../withdrawals/index.ts';
import { addUndecided } from './add-undecided.ts';
import { adoptOther } from './adopt-other.ts';

const Amount = z.string().transform(parseAmount);
/** A line of the signed log. Those of withdrawals say what they pay, and to whom; those of sweeps, which address they empty. */
const Line = z.object({
  network: z.enum(NETWORKS),
  subject: z.string(),
  txHash: z.string(),
  sender: z.string(),
  nonce: z.number().nullable(),
  expiresAt: z.number().nullable(),
  raw: z.string(),
  userId: z.string().optional(),
  currency: z.enum(['USDT', 'TRX']).optional(),
  address: z.string().optional(),
  amount: Amount.optional(),
  fee: Amount.optional(),
  source: z.enum(['user', 'operator']).optional(),
  idempotencyKey: z.string().optional(),
  requestHash: z.string().optional(),
});
type Line = z.infer<typeof Line>;

type Deps = Pick<PoolDeps, 'db' | 'clock'>;

export interface Adopted {
  /** Transactions of the log that the database did not know, and now does. */
  readonly adopted: number;
  /** Of these: payments that could not be booked. Their money has left; an admin has to book it. */
  readonly unmatched: readonly Unmatched[];
}

/**
 * Payment of the log without a place in the books: `unknown-user`: its user or admin signed up after the backup; `own-funds`: an operator
 * withdrawal of more than the operator's own funds in the backup, such as of coins that came in after it; `not-described`: the line does
 * not say what it pays.
 */
export interface Unmatched {
  readonly txHash: string;
  readonly reason: 'unknown-user' | 'own-funds' | 'not-described';
}

/**
 * Takes what the signed log knows into a restored database: every transaction that was signed after the backup belongs to its
 * withdrawal again, which therefore is not paid a second time; a withdrawal that was requested after the backup is re-created out of
 * what its user has. The log is written before anything is sent, so nothing left that is not in it.
 */
export async function adoptSigned(deps: Deps, lines: readonly unknown[]): Promise<Adopted> {
  const unmatched: Unmatched[] = [];
  let adopted = 0;
  await deps.db.transaction(addUndecided);
  for (const line of lines.map((one) => Line.parse(one))) {
    const outcome = await deps.db.transaction((tx) => adopt(tx, deps, line));
    if (outcome !== 'known') adopted += 1;
    if (outcome !== 'known' && outcome !== 'adopted')
      unmatched.push({ txHash: line.txHash, reason: outcome });
  }
  return { adopted, unmatched };
}

async function adopt(
  tx: Transaction,
  deps: Deps,
  line: Line,
): Promise<'known' | 'adopted' | Unmatched['reason']> {
  const { network, subject, txHash } = line;
  const known = await tx
    .selectFrom('outgoingTransaction')
    .select('txHash')
    .where('txHash', '=', txHash)
    .executeTakeFirst();
  if (known !== undefined) return 'known';
  const now = deps.clock.now();
  const { sender, nonce, expiresAt, raw } = line;
  const isFirst = await storeSigned(tx, {
    network,
    subject,
    signed: { txHash, sender, nonce, expiresAt, raw },
    now,
  });
  // A replacement at the same nonce: the nonce belongs to the subject already.
  if (!isFirst)
    await tx
      .insertInto('outgoingTransaction')
      .values({ txHash, sender, raw, nonce, expiresAt, network, subject, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if (!isId('withdrawal', subject)) {
    await adoptOther(tx, line, now);
    return 'adopted';
  }
  const withdrawal = (await findWithdrawal(tx, subject)) ?? (await recreate(tx, { id: subject, line, now }));
  if (typeof withdrawal === 'string') return withdrawal;
  await follow(tx, withdrawal, { txHash, now });
  return 'adopted';
}

async function findWithdrawal(tx: Transaction, id: WithdrawalId): Promise<Withdrawal | undefined> {
  const row = await tx.selectFrom('withdrawal').select('id').where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : lockWithdrawal(tx, id);
}

/**
 * Re-creates a withdrawal that was requested after the backup. What its user does not have in the older copy becomes a receivable; the
 * operator's comes out of own funds, which cannot go below zero.
 */
async function recreate(
  tx: Transaction,
  { id, line, now }: { id: WithdrawalId; line: Line; now: number },
): Promise<Withdrawal | Unmatched['reason']> {
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
  return withdrawal;
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
async function follow(
  tx: Transaction,
  { id }: Withdrawal,
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
