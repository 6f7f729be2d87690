import {
  type Currency,
  isId,
  NETWORK_OF,
  NETWORKS,
  parseAmount,
  type UserId,
  type WithdrawalId,
  type WithdrawalState,
} from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import { getBalance, postTransfer } from '@glasspool/ledger';
import { z } from 'zod';
import { custody, deficit, transit, userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { storeSigned } from '../outgoing/index.ts';
import { lockWithdrawal, recordEvent, transition, type Withdrawal } from '../withdrawals/index.ts';

const Amount = z.string().transform(parseAmount);
/** A line of the signed log. Those of withdrawals say what they pay, and to whom. */
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
  source: z.enum(['user', 'treasury']).optional(),
});
type Line = z.infer<typeof Line>;

type Deps = Pick<PoolDeps, 'db' | 'clock'>;

export interface Adopted {
  /** Transactions of the log that the database did not know, and now does. */
  readonly adopted: number;
  /** Of these: payments to users whom the database does not know. Their money has left; an admin has to book it. */
  readonly unmatched: readonly string[];
}

/**
 * Takes what the signed log knows into a restored database: every transaction that was signed after the backup belongs to its
 * withdrawal again, which therefore is not paid a second time; a withdrawal that was asked for after the backup is made anew, out of
 * what its user has. The log is written before anything is sent, so nothing left that is not in it (safety.md 2.7.5).
 */
export async function adoptSigned(deps: Deps, lines: readonly unknown[]): Promise<Adopted> {
  const unmatched: string[] = [];
  let adopted = 0;
  for (const line of lines.map((one) => Line.parse(one))) {
    const outcome = await deps.db.transaction((tx) => adopt(tx, deps, line));
    if (outcome !== 'known') adopted += 1;
    if (outcome === 'unmatched') unmatched.push(line.txHash);
  }
  return { adopted, unmatched };
}

async function adopt(tx: Transaction, deps: Deps, line: Line): Promise<'known' | 'adopted' | 'unmatched'> {
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
  if (!isId('withdrawal', subject)) return 'adopted';
  const withdrawal = (await findWithdrawal(tx, subject)) ?? (await makeAnew(tx, { id: subject, line, now }));
  if (withdrawal === undefined) return 'unmatched';
  await follow(tx, withdrawal, { txHash, now });
  return 'adopted';
}

async function findWithdrawal(tx: Transaction, id: WithdrawalId): Promise<Withdrawal | undefined> {
  const row = await tx.selectFrom('withdrawal').select('id').where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : lockWithdrawal(tx, id);
}

/** A withdrawal that was asked for after the backup. What its user no longer has, for the backup is older, they owe. */
async function makeAnew(
  tx: Transaction,
  { id, line, now }: { id: WithdrawalId; line: Line; now: number },
): Promise<Withdrawal | undefined> {
  const { userId, currency, address, amount, fee = 0n, txHash } = line;
  if (userId === undefined || !isId('user', userId) || currency === undefined) return undefined;
  if (address === undefined || amount === undefined || line.source !== 'user') return undefined;
  const user = await tx.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst();
  if (user === undefined) return undefined;
  const withdrawal: Withdrawal = {
    id,
    userId,
    network: NETWORK_OF[currency],
    currency,
    address,
    amountMicro: amount,
    feeMicro: fee,
    state: 'requested',
    waitingFor: null,
    reason: null,
    txHash,
    createdAt: now,
    updatedAt: now,
    source: 'user',
  };
  await tx.insertInto('withdrawal').values(withdrawal).execute();
  await recordEvent(tx, { withdrawalId: id, to: 'requested', now, evidence: { by: 'signed.log' } });
  await hold(tx, { id, userId, currency, heldMicro: amount + fee, now });
  return withdrawal;
}

async function hold(
  tx: Transaction,
  held: { id: WithdrawalId; userId: UserId; currency: Currency; heldMicro: bigint; now: number },
): Promise<void> {
  const { id, userId, currency, heldMicro, now } = held;
  const withdrawable = userAccount(userId, 'withdrawable', currency);
  const withdrawing = userAccount(userId, 'withdrawing', currency);
  const hasMicro = await getBalance(tx, withdrawable);
  const ownMicro = hasMicro < heldMicro ? hasMicro : heldMicro;
  const moves = [
    { from: withdrawable, to: withdrawing, amountMicro: ownMicro },
    { from: deficit(userId, currency), to: withdrawing, amountMicro: heldMicro - ownMicro },
  ].filter(({ amountMicro }) => amountMicro > 0n);
  await postTransfer(tx, {
    reference: `withdrawal/${id}/hold`,
    kind: 'withdrawal-hold',
    createdAt: now,
    moves,
  });
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
  { id, currency, amountMicro }: Withdrawal,
  { txHash, now }: { txHash: string; now: number },
): Promise<void> {
  const evidence = { by: 'signed.log', txHash };
  for (;;) {
    const locked = await lockWithdrawal(tx, id);
    const next = NEXT.get(locked.state);
    if (next === undefined) return;
    await transition(tx, locked, { to: next, now, evidence, txHash });
    if (next === 'signed')
      await postTransfer(tx, {
        reference: `withdrawal/${id}/sign`,
        kind: 'withdrawal-sign',
        createdAt: now,
        moves: [{ from: transit(currency), to: custody(currency), amountMicro }],
      });
  }
}
