import type { Id, InvestmentId, UserId } from '../../ids.ts';
import type { Currency } from '../../money/currency.ts';
import { userAccount } from '../chart.ts';
import type { Move, Transfer } from '../transfer.ts';
import type { OfUser } from './amounts.ts';

/** Uninvested deposit that its user takes out again. */
export function releaseWallet({
  id,
  userId,
  currency,
  amountMicro,
}: OfUser & { id: Id<'walletRelease'> }): Transfer {
  return {
    kind: 'wallet-release',
    reference: `wallet-release/${id}`,
    moves: [between(userId, currency, 'wallet', 'withdrawable', amountMicro)],
  };
}

/** Balance that an investment may be made of. */
export type InvestmentSource = 'wallet' | 'withdrawable' | 'referral';

export function invest({
  id,
  userId,
  currency,
  amountMicro,
  source,
}: OfUser & { id: InvestmentId; source: InvestmentSource }): Transfer {
  return {
    kind: 'investment',
    reference: `investment/${id}`,
    moves: [between(userId, currency, source, 'invested', amountMicro)],
  };
}

/** Return of the principal at the end of the term. */
export function matureInvestment({
  id,
  userId,
  currency,
  amountMicro,
}: OfUser & { id: InvestmentId }): Transfer {
  return {
    kind: 'maturity',
    reference: `maturity/${id}`,
    moves: [between(userId, currency, 'invested', 'withdrawable', amountMicro)],
  };
}

/** Referral rewards that their user makes withdrawable. */
export function transferReferral({
  id,
  userId,
  currency,
  amountMicro,
}: OfUser & { id: Id<'referralTransfer'> }): Transfer {
  return {
    kind: 'referral-transfer',
    reference: `referral-transfer/${id}`,
    moves: [between(userId, currency, 'referral', 'withdrawable', amountMicro)],
  };
}

function between(
  userId: UserId,
  currency: Currency,
  from: InvestmentSource | 'invested',
  to: 'withdrawable' | 'invested',
  amountMicro: bigint,
): Move {
  return { from: userAccount(userId, from, currency), to: userAccount(userId, to, currency), amountMicro };
}
