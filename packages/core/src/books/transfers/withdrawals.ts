import type { WithdrawalId } from '../../ids.ts';
import { type Account, poolAccount, receivable, userAccount } from '../chart.ts';
import type { Move, Transfer } from '../transfer.ts';
import { type OfUser, positive } from './amounts.ts';

/** A withdrawal as the books see it. `userId` is the owner of the money for a user's, the admin for the operator's. */
export interface WithdrawalFacts extends OfUser {
  readonly id: WithdrawalId;
  readonly source: 'user' | 'operator';
  readonly feeMicro: bigint;
}

/** Account that holds the money of a withdrawal until it is decided. */
export function holdAccount({
  source,
  userId,
  currency,
}: Pick<WithdrawalFacts, 'source' | 'userId' | 'currency'>): Account {
  return source === 'user'
    ? userAccount(userId, 'onHold', currency)
    : poolAccount('pool/withdrawing', currency);
}

function payerAccount({ source, userId, currency }: WithdrawalFacts): Account {
  return source === 'user'
    ? userAccount(userId, 'withdrawable', currency)
    : poolAccount('pool/ownFunds', currency);
}

function withdrawalReference({ id, source }: WithdrawalFacts, step: string): string {
  return `${source === 'user' ? 'withdrawal' : 'operator-withdrawal'}/${id}/${step}`;
}

const OPERATOR = { user: '', operator: 'operator-' } as const;

/**
 * Hold of amount and fee when a withdrawal is requested. `receivableMicro` is what its user does not have: 0, except for a
 * withdrawal that signed.log proves after a restore.
 */
export function holdWithdrawal(withdrawal: WithdrawalFacts, receivableMicro = 0n): Transfer {
  const { source, userId, currency, amountMicro, feeMicro } = withdrawal;
  const to = holdAccount(withdrawal);
  return {
    kind: `${OPERATOR[source]}withdrawal-hold`,
    reference: withdrawalReference(withdrawal, 'hold'),
    moves: positive([
      { from: payerAccount(withdrawal), to, amountMicro: amountMicro + feeMicro - receivableMicro },
      { from: receivable(userId, currency), to, amountMicro: receivableMicro },
    ]),
  };
}

/** Custody that is in flight from the moment the transaction is signed. */
export function signWithdrawal(withdrawal: WithdrawalFacts): Transfer {
  const { source, currency, amountMicro } = withdrawal;
  return {
    kind: `${OPERATOR[source]}withdrawal-sign`,
    reference: withdrawalReference(withdrawal, 'sign'),
    moves: [
      {
        from: poolAccount('chain/inFlight', currency),
        to: poolAccount('chain/custody', currency),
        amountMicro,
      },
    ],
  };
}

/** Payment that is final on chain; the fee is the operator's. */
export function confirmWithdrawal(withdrawal: WithdrawalFacts): Transfer {
  const { source, currency, amountMicro, feeMicro } = withdrawal;
  const from = holdAccount(withdrawal);
  return {
    kind: `${OPERATOR[source]}withdrawal`,
    reference: withdrawalReference(withdrawal, 'confirm'),
    moves: positive([
      { from, to: poolAccount('chain/inFlight', currency), amountMicro },
      { from, to: poolAccount('pool/ownFunds', currency), amountMicro: feeMicro },
    ]),
  };
}

/** Return of the hold of a withdrawal that was rejected or cancelled before it was signed. */
export function releaseWithdrawal(withdrawal: WithdrawalFacts): Transfer {
  return {
    kind: `${OPERATOR[withdrawal.source]}withdrawal-release`,
    reference: withdrawalReference(withdrawal, 'release'),
    moves: [returnHold(withdrawal)],
  };
}

/** Return of the hold and of custody after the final chain proved that a signed withdrawal was not paid. */
export function failWithdrawal(withdrawal: WithdrawalFacts): Transfer {
  const { source, currency, amountMicro } = withdrawal;
  return {
    kind: `${OPERATOR[source]}withdrawal-failure`,
    reference: withdrawalReference(withdrawal, 'fail'),
    moves: [
      {
        from: poolAccount('chain/custody', currency),
        to: poolAccount('chain/inFlight', currency),
        amountMicro,
      },
      returnHold(withdrawal),
    ],
  };
}

/**
 * Return of a payment that was final in a block that the chain replaced, and that it did not carry out again. `feeBackMicro` is how much of
 * the fee the operator can give back.
 */
export function reverseWithdrawal(withdrawal: WithdrawalFacts, feeBackMicro: bigint): Transfer {
  const { source, currency, amountMicro } = withdrawal;
  const to = payerAccount(withdrawal);
  return {
    kind: `${OPERATOR[source]}withdrawal-reversal`,
    reference: withdrawalReference(withdrawal, 'reverse'),
    moves: positive([
      { from: poolAccount('chain/custody', currency), to, amountMicro },
      { from: poolAccount('pool/ownFunds', currency), to, amountMicro: feeBackMicro },
    ]),
  };
}

/**
 * Payment of a withdrawal that was given back, which replaced blocks carried out after all: its owner owes the amount. `times` counts these
 * and those that are gone again.
 */
export function payWithdrawalLate(withdrawal: WithdrawalFacts, times: number): Transfer {
  const { source, userId, currency, amountMicro } = withdrawal;
  const from = source === 'user' ? receivable(userId, currency) : poolAccount('pool/ownFunds', currency);
  return {
    kind: `${OPERATOR[source]}withdrawal-late`,
    reference: withdrawalReference(withdrawal, `late/${times}`),
    moves: [{ from, to: poolAccount('chain/custody', currency), amountMicro }],
  };
}

/**
 * Late payment that further blocks carry out no more: its owner owes the amount no longer. What has been settled since goes back to the
 * owner's balance. `receivableMicro` is what the owner owes now, 0 or more; 0 for the operator.
 */
export function loseLatePayment(
  withdrawal: WithdrawalFacts,
  { times, receivableMicro }: { times: number; receivableMicro: bigint },
): Transfer {
  const { source, userId, currency, amountMicro } = withdrawal;
  const from = poolAccount('chain/custody', currency);
  const owedMicro = receivableMicro < amountMicro ? receivableMicro : amountMicro;
  return {
    kind: `${OPERATOR[source]}withdrawal-late`,
    reference: withdrawalReference(withdrawal, `late/${times}`),
    moves: positive([
      { from, to: receivable(userId, currency), amountMicro: owedMicro },
      { from, to: payerAccount(withdrawal), amountMicro: amountMicro - owedMicro },
    ]),
  };
}

function returnHold(withdrawal: WithdrawalFacts): Move {
  const { amountMicro, feeMicro } = withdrawal;
  return { from: holdAccount(withdrawal), to: payerAccount(withdrawal), amountMicro: amountMicro + feeMicro };
}
