// References of the transfers that one thing can have caused, for looking them up.
import type { Network } from '../money/currency.ts';
import type { TransferKind } from './kinds.ts';

/** Transfers of a deposit, and of each time the chain took it back and had it again. */
export function listDepositReferences(deposit: {
  network: Network;
  txHash: string;
  logIndex: number;
  depositId: string;
  reversals: number;
}): string[] {
  const event = `${deposit.network}/${deposit.txHash}/${deposit.logIndex}`;
  const references = [`deposit/${event}`, `operator-deposit/${event}`, `attribution/${deposit.depositId}`];
  for (let reversal = 1; reversal <= deposit.reversals; reversal += 1)
    for (const owner of ['deposit', 'operator-deposit'])
      for (const step of ['reversal', 'restored']) references.push(`${owner}-${step}/${event}/${reversal}`);
  return references;
}

/** Transfers of a withdrawal, a user's or the operator's. */
export function listWithdrawalReferences(withdrawalId: string): string[] {
  return ['withdrawal', 'operator-withdrawal'].flatMap((owner) =>
    ['hold', 'sign', 'confirm', 'release', 'fail', 'reverse', 'late/1', 'late/2'].map(
      (step) => `${owner}/${withdrawalId}/${step}`,
    ),
  );
}

/** Transfer that sets a withdrawal in flight. */
export function withdrawalSignReference(withdrawalId: string, source: 'user' | 'operator'): string {
  return `${source === 'user' ? '' : 'operator-'}withdrawal/${withdrawalId}/sign`;
}

/** Kinds of transfers that book a withdrawal as paid after it was given back and, each second time, as such no more. */
export const LATE_KINDS = [
  'withdrawal-late',
  'operator-withdrawal-late',
] as const satisfies readonly TransferKind[];

/** Id of the withdrawal in a reference of one of its transfers. */
export function readWithdrawalId(reference: string): string {
  return reference.split('/')[1] ?? '';
}

export function networkFeeReference(network: Network, txHash: string): string {
  return `network-fee/${network}/${txHash}`;
}

/** Transfer that changes a network fee after blocks were replaced. */
export function networkFeeChangeReference(fee: { network: Network; txHash: string; id: number }): string {
  return `network-fee-change/${fee.network}/${fee.txHash}/${fee.id}`;
}

export function listInvestmentReferences(investmentId: string): string[] {
  return [`investment/${investmentId}`, `maturity/${investmentId}`];
}

/** Transfers between a reserve and a run; its pages are left out. */
export function listRunReferences(runId: string): string[] {
  return [`reward-run/${runId}/fix`, `reward-run/${runId}/remainder`];
}

export function referralTransferReference(id: string): string {
  return `referral-transfer/${id}`;
}

export function walletReleaseReference(id: string): string {
  return `wallet-release/${id}`;
}
