import type { DepositId, UserId } from '../../ids.ts';
import type { LedgerCurrency, Network } from '../../money/currency.ts';
import { type Account, poolAccount, receivable, userAccount } from '../chart.ts';
import { networkFeeChangeReference } from '../references.ts';
import type { Move, Transfer } from '../transfer.ts';
import { type Amount, positive } from './amounts.ts';

/** Transfer on chain that a deposit is. `reversals` counts how often the chain took it back before. */
export interface DepositEvent extends Amount {
  readonly network: Network;
  readonly txHash: string;
  readonly logIndex: number;
  readonly reversals: number;
  /** Null for what reaches the hot wallet. */
  readonly userId: UserId | null;
}

/**
 * Credit of a final deposit: into the user's receivable first, the rest into the wallet, or into the operator's own funds.
 * `receivableMicro` is what the user owes, 0 or more.
 */
export function creditDeposit(deposit: DepositEvent, receivableMicro: bigint): Transfer {
  const { userId, currency, amountMicro, reversals } = deposit;
  const from = poolAccount('chain/custody', currency);
  const suffix = reversals > 0 ? `-restored/${eventPath(deposit)}/${reversals}` : `/${eventPath(deposit)}`;
  const kindSuffix = reversals > 0 ? '-restored' : '';
  if (userId === null)
    return {
      kind: `operator-deposit${kindSuffix}`,
      reference: `operator-deposit${suffix}`,
      moves: [{ from, to: poolAccount('pool/ownFunds', currency), amountMicro }],
    };
  return {
    kind: `deposit${kindSuffix}`,
    reference: `deposit${suffix}`,
    moves: settleFirst(from, { userId, currency, amountMicro }, receivableMicro),
  };
}

/** Reversal of a credited deposit; `reversals` counts this one. */
export function reverseDeposit(deposit: DepositEvent): Transfer {
  const { userId, currency, amountMicro, reversals } = deposit;
  const to = poolAccount('chain/custody', currency);
  const isOperator = userId === null;
  return {
    kind: isOperator ? 'operator-deposit-reversal' : 'deposit-reversal',
    reference: `${isOperator ? 'operator-deposit' : 'deposit'}-reversal/${eventPath(deposit)}/${reversals}`,
    moves: [
      {
        from: isOperator ? poolAccount('pool/ownFunds', currency) : receivable(userId, currency),
        to,
        amountMicro,
      },
    ],
  };
}

/** Credit of a user with a transfer that reached the hot wallet, out of the own funds that it was booked into. */
export function attributeReceipt(
  receipt: Amount & { depositId: DepositId; userId: UserId },
  receivableMicro: bigint,
): Transfer {
  const from = poolAccount('pool/ownFunds', receipt.currency);
  return {
    kind: 'attribution',
    reference: `attribution/${receipt.depositId}`,
    moves: settleFirst(from, receipt, receivableMicro),
  };
}

function eventPath({ network, txHash, logIndex }: DepositEvent): string {
  return `${network}/${txHash}/${logIndex}`;
}

function settleFirst(from: Account, credit: Amount & { userId: UserId }, receivableMicro: bigint): Move[] {
  const { userId, currency, amountMicro } = credit;
  const settledMicro = receivableMicro < amountMicro ? receivableMicro : amountMicro;
  return positive([
    { from, to: receivable(userId, currency), amountMicro: settledMicro },
    { from, to: userAccount(userId, 'wallet', currency), amountMicro: amountMicro - settledMicro },
  ]);
}

/** Coins for network fees that arrived without an event. */
export function topUpGas(topUp: { id: number; currency: LedgerCurrency; amountMicro: bigint }): Transfer {
  const { id, currency, amountMicro } = topUp;
  return {
    kind: 'gas-top-up',
    reference: `gas-top-up/${id}`,
    moves: [
      {
        from: poolAccount('chain/custody', currency),
        to: poolAccount('pool/ownFunds', currency),
        amountMicro,
      },
    ],
  };
}

/** Fee of a final transaction of ours, in the coin that paid it. */
export function payNetworkFee(fee: {
  network: Network;
  txHash: string;
  currency: LedgerCurrency;
  amountMicro: bigint;
}): Transfer {
  const { network, txHash, currency, amountMicro } = fee;
  return {
    kind: 'network-fee',
    reference: `network-fee/${network}/${txHash}`,
    moves: [
      {
        from: poolAccount('pool/networkFees', currency),
        to: poolAccount('chain/custody', currency),
        amountMicro,
      },
    ],
  };
}

/** More or less of a fee, where the blocks that had the transaction were replaced: above zero when the chain took more. */
export function changeNetworkFee(change: {
  id: number;
  network: Network;
  txHash: string;
  currency: LedgerCurrency;
  amountMicro: bigint;
}): Transfer {
  const { currency, amountMicro } = change;
  const fees = poolAccount('pool/networkFees', currency);
  const custody = poolAccount('chain/custody', currency);
  return {
    kind: 'network-fee-change',
    reference: networkFeeChangeReference(change),
    moves: [
      amountMicro > 0n
        ? { from: fees, to: custody, amountMicro }
        : { from: custody, to: fees, amountMicro: -amountMicro },
    ],
  };
}
