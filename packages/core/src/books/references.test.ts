// Goal: what a thing caused is found by the references and kinds that its transfers are written under. Method: references listed here, held against
// those of the transfers, and texts that only look like one.
import { describe, expect, it } from 'vitest';
import { getFeeStep } from './fee-kinds.ts';
import { TRANSFER_KINDS } from './kinds.ts';
import {
  LATE_KINDS,
  listDepositReferences,
  listInvestmentReferences,
  listRunReferences,
  listWithdrawalReferences,
  networkFeeChangeReference,
  networkFeeReference,
  readWithdrawalId,
  referralTransferReference,
  walletReleaseReference,
  withdrawalSignReference,
} from './references.ts';
import {
  findPageOfReference,
  findRunOfReference,
  getRunStep,
  publishPageReference,
  RESERVE_FUNDING,
  readPublishedPage,
} from './run-kinds.ts';
import { getStatementLine, STATEMENT_LINES } from './statement-lines.ts';
import {
  changeNetworkFee,
  creditDeposit,
  payWithdrawalLate,
  reverseDeposit,
  rewardPage,
  signWithdrawal,
} from './transfers/index.ts';

const ROOT = 'ab'.repeat(32);

describe('the list of references', () => {
  it('has for a deposit those of its credit and of each time that it went and came back', () => {
    const deposit = { network: 'BSC', txHash: '0x1', logIndex: 2, depositId: 'dep_1' } as const;
    expect(listDepositReferences({ ...deposit, reversals: 0 })).toEqual([
      'deposit/BSC/0x1/2',
      'operator-deposit/BSC/0x1/2',
      'attribution/dep_1',
    ]);
    const listed = listDepositReferences({ ...deposit, reversals: 2 });
    expect(listed).toHaveLength(3 + 8);
    for (const userId of ['usr_a', null] as const)
      for (const reversals of [1, 2]) {
        const event = { ...deposit, userId, currency: 'USDT', amountMicro: 1n, reversals } as const;
        expect(listed).toContain(reverseDeposit(event).reference);
        expect(listed).toContain(creditDeposit(event, 0n).reference);
      }
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('has for a withdrawal eight for a user’s and eight for the operator’s', () => {
    expect(listWithdrawalReferences('wdr_1')).toEqual([
      'withdrawal/wdr_1/hold',
      'withdrawal/wdr_1/sign',
      'withdrawal/wdr_1/confirm',
      'withdrawal/wdr_1/release',
      'withdrawal/wdr_1/fail',
      'withdrawal/wdr_1/reverse',
      'withdrawal/wdr_1/late/1',
      'withdrawal/wdr_1/late/2',
      'operator-withdrawal/wdr_1/hold',
      'operator-withdrawal/wdr_1/sign',
      'operator-withdrawal/wdr_1/confirm',
      'operator-withdrawal/wdr_1/release',
      'operator-withdrawal/wdr_1/fail',
      'operator-withdrawal/wdr_1/reverse',
      'operator-withdrawal/wdr_1/late/1',
      'operator-withdrawal/wdr_1/late/2',
    ]);
    for (const source of ['user', 'operator'] as const) {
      const facts = {
        id: 'wdr_1',
        source,
        userId: 'usr_a',
        currency: 'TRX',
        amountMicro: 1n,
        feeMicro: 0n,
      } as const;
      expect(withdrawalSignReference('wdr_1', source)).toBe(signWithdrawal(facts).reference);
      const late = payWithdrawalLate(facts, 2);
      expect(LATE_KINDS).toContain(late.kind);
      expect(readWithdrawalId(late.reference)).toBe('wdr_1');
    }
  });

  it('has for everything else those that name it', () => {
    expect(networkFeeReference('TRON', 'ab')).toBe('network-fee/TRON/ab');
    const change = { network: 'TRON', txHash: 'ab', id: 3, currency: 'TRX', amountMicro: 1n } as const;
    expect(networkFeeChangeReference(change)).toBe(changeNetworkFee(change).reference);
    expect(listInvestmentReferences('inv_1')).toEqual(['investment/inv_1', 'maturity/inv_1']);
    expect(listRunReferences('run_1')).toEqual(['reward-run/run_1/fix', 'reward-run/run_1/remainder']);
    expect(referralTransferReference('rft_1')).toBe('referral-transfer/rft_1');
    expect(walletReleaseReference('wrl_1')).toBe('wallet-release/wrl_1');
  });
});

describe('a reward run', () => {
  it('has three steps, and other kinds are none', () => {
    expect(['reward-run', 'reward-page', 'reward-remainder', RESERVE_FUNDING].map(getRunStep)).toEqual([
      'fix',
      'page',
      'remainder',
      undefined,
    ]);
  });

  it.each([
    ['reward-run/run_1/fix', 'run_1'],
    ['reward-run/run_1/remainder', 'run_1'],
    ['reward-run/run_1/page/12', 'run_1'],
    [`reward-run/run_1/page/12/${ROOT}`, 'run_1'],
    ['reward-run/run_1/page/', undefined],
    ['reward-run/run_1/page/x', undefined],
    [`reward-run/run_1/page/1/${ROOT}0`, undefined],
    ['reward-run/run_1/fix/1', undefined],
    ['xreward-run/run_1/fix', undefined],
    ['reward-run//fix', undefined],
    ['reward-run/a/b/fix', undefined],
    ['deposit/BSC/0x1/0', undefined],
  ])('is found by %s: %s', (reference, runId) => {
    expect(findRunOfReference(reference)).toBe(runId);
  });

  it('has pages from 1 on, with their root where they are published', () => {
    const { reference } = rewardPage('run_1', 12);
    expect(findPageOfReference(reference)).toEqual({ runId: 'run_1', page: 12 });
    const published = publishPageReference({ runId: 'run_1', page: 12 }, ROOT);
    expect(published).toBe(`${reference}/${ROOT}`);
    expect(readPublishedPage(published)).toEqual({ runId: 'run_1', page: 12, root: ROOT });
    for (const other of [
      published,
      'reward-run/run_1/page/0',
      `x${reference}`,
      'reward-run//page/1',
      `${reference}0000000000`,
      'reward-run/run_1/fix',
    ])
      expect(findPageOfReference(other)).toBeUndefined();
    for (const other of [
      reference,
      `x${published}`,
      `${published}/1`,
      `reward-run/run_1/page/0/${ROOT}`,
      `${reference}/${ROOT.toUpperCase()}`,
      `reward-run//page/1/${ROOT}`,
    ])
      expect(readPublishedPage(other)).toBeUndefined();
  });
});

describe('a line of a statement', () => {
  it('follows from the kind, and for rewards from the account', () => {
    expect(STATEMENT_LINES).toEqual(['deposits', 'reversals', 'rewards', 'referralRewards', 'withdrawals']);
    const lines = [
      ['deposit', 'user/wallet', 'deposits'],
      ['deposit-restored', 'user/receivable', 'deposits'],
      ['attribution', 'user/wallet', 'deposits'],
      ['deposit-reversal', 'user/receivable', 'reversals'],
      ['reward-page', 'user/withdrawable', 'rewards'],
      ['reward-page', 'user/referral', 'referralRewards'],
      ['withdrawal', 'user/onHold', 'withdrawals'],
      ['withdrawal', 'user/referral', 'withdrawals'],
      ['withdrawal-reversal', 'user/withdrawable', 'withdrawals'],
      ['investment', 'user/referral', undefined],
    ] as const;
    for (const [kind, accountClass, line] of lines) expect(getStatementLine(kind, accountClass)).toBe(line);
  });
});

describe('the fee of a withdrawal', () => {
  it('is taken by one kind, returned by another, and moved by no other', () => {
    expect(getFeeStep('withdrawal')).toBe('taken');
    expect(getFeeStep('withdrawal-reversal')).toBe('returned');
    for (const kind of Object.keys(TRANSFER_KINDS))
      if (!kind.startsWith('withdrawal')) expect(getFeeStep(kind), kind).toBeUndefined();
  });
});
