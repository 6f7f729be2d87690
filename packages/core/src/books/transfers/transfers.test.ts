// Goal: each cause moves money between the accounts that docs/books.md names, in the amounts that it names, under a reference of its own.
// Method: every transfer with amounts that differ in every part, compared as a whole, and held against the grammar.
import { describe, expect, it } from 'vitest';
import type { UserId } from '../../ids.ts';
import * as transfers from './index.ts';
import { expectTransfer } from './testing-transfers.ts';

const userId: UserId = 'usr_alice';

describe('a deposit', () => {
  const event = { network: 'BSC', txHash: '0x1', logIndex: 3, currency: 'USDT', amountMicro: 100n } as const;

  it('is credited to the wallet, or to own funds where it reached the hot wallet', () => {
    expectTransfer(
      transfers.creditDeposit({ ...event, userId, reversals: 0 }, 0n),
      'deposit',
      'deposit/BSC/0x1/3',
      'chain/custody > user/usr_alice/wallet 100 USDT',
    );
    expectTransfer(
      transfers.creditDeposit({ ...event, userId: null, reversals: 0 }, 0n),
      'operator-deposit',
      'operator-deposit/BSC/0x1/3',
      'chain/custody > pool/ownFunds 100 USDT',
    );
  });

  it.each([
    [
      30n,
      ['chain/custody > user/usr_alice/receivable 30 USDT', 'chain/custody > user/usr_alice/wallet 70 USDT'],
    ],
    [100n, ['chain/custody > user/usr_alice/receivable 100 USDT']],
    [250n, ['chain/custody > user/usr_alice/receivable 100 USDT']],
  ])('settles what its user owes first: %s', (receivableMicro, moves) => {
    const transfer = transfers.creditDeposit({ ...event, userId, reversals: 0 }, receivableMicro);
    expectTransfer(transfer, 'deposit', 'deposit/BSC/0x1/3', ...moves);
  });

  it('is owed by its user when the chain took it back, and says how often', () => {
    expectTransfer(
      transfers.reverseDeposit({ ...event, userId, reversals: 2 }),
      'deposit-reversal',
      'deposit-reversal/BSC/0x1/3/2',
      'user/usr_alice/receivable > chain/custody 100 USDT',
    );
    expectTransfer(
      transfers.reverseDeposit({ ...event, userId: null, reversals: 1 }),
      'operator-deposit-reversal',
      'operator-deposit-reversal/BSC/0x1/3/1',
      'pool/ownFunds > chain/custody 100 USDT',
    );
  });

  it('is credited under another reference when it is back', () => {
    expectTransfer(
      transfers.creditDeposit({ ...event, userId, reversals: 2 }, 100n),
      'deposit-restored',
      'deposit-restored/BSC/0x1/3/2',
      'chain/custody > user/usr_alice/receivable 100 USDT',
    );
    expectTransfer(
      transfers.creditDeposit({ ...event, userId: null, reversals: 1 }, 0n),
      'operator-deposit-restored',
      'operator-deposit-restored/BSC/0x1/3/1',
      'chain/custody > pool/ownFunds 100 USDT',
    );
  });

  it('leaves own funds when it is attributed, and settles what its user owes first', () => {
    const receipt = { depositId: 'dep_1', userId, currency: 'TRX', amountMicro: 50n } as const;
    expectTransfer(
      transfers.attributeReceipt(receipt, 20n),
      'attribution',
      'attribution/dep_1',
      'pool/ownFunds > user/usr_alice/receivable 20 TRX',
      'pool/ownFunds > user/usr_alice/wallet 30 TRX',
    );
  });
});

describe('the money for fees', () => {
  it('is own funds when it arrives, and an expense when it is paid', () => {
    expectTransfer(
      transfers.topUpGas({ id: 7, currency: 'BNB', amountMicro: 9n }),
      'gas-top-up',
      'gas-top-up/7',
      'chain/custody > pool/ownFunds 9 BNB',
    );
    expectTransfer(
      transfers.payNetworkFee({ network: 'TRON', txHash: 'ab', currency: 'TRX', amountMicro: 3n }),
      'network-fee',
      'network-fee/TRON/ab',
      'pool/networkFees > chain/custody 3 TRX',
    );
  });

  it.each([
    [2n, 'pool/networkFees > chain/custody 2 TRX'],
    [-2n, 'chain/custody > pool/networkFees 2 TRX'],
  ])('follows a chain that takes %s more in other blocks', (amountMicro, move) => {
    expectTransfer(
      transfers.changeNetworkFee({ id: 5, network: 'TRON', txHash: 'ab', currency: 'TRX', amountMicro }),
      'network-fee-change',
      'network-fee-change/TRON/ab/5',
      move,
    );
  });
});

describe('a difference between books and chain', () => {
  it.each([
    [5n, ['surplus-booking', 'correction/cor_1', 'chain/custody > pool/ownFunds 5 USDT']],
    [-5n, ['shortage-write-off', 'correction/cor_1', 'pool/networkFees > chain/custody 5 USDT']],
  ])('is the operator’s when it is %s', (differenceMicro, expected) => {
    expectTransfer(transfers.correctBooks({ id: 'cor_1', currency: 'USDT', differenceMicro }), ...expected);
  });
});

describe('an investment', () => {
  const of = { userId, currency: 'USDT', amountMicro: 40n } as const;

  it.each(['wallet', 'withdrawable', 'referral'] as const)(
    'is made of %s and comes back withdrawable',
    (source) => {
      expectTransfer(
        transfers.invest({ ...of, id: 'inv_1', source }),
        'investment',
        'investment/inv_1',
        `user/usr_alice/${source} > user/usr_alice/invested 40 USDT`,
      );
      expectTransfer(
        transfers.matureInvestment({ ...of, id: 'inv_1' }),
        'maturity',
        'maturity/inv_1',
        'user/usr_alice/invested > user/usr_alice/withdrawable 40 USDT',
      );
    },
  );

  it('is not the only way out of the wallet and of referral rewards', () => {
    expectTransfer(
      transfers.releaseWallet({ ...of, id: 'wrl_1' }),
      'wallet-release',
      'wallet-release/wrl_1',
      'user/usr_alice/wallet > user/usr_alice/withdrawable 40 USDT',
    );
    expectTransfer(
      transfers.transferReferral({ ...of, id: 'rft_1' }),
      'referral-transfer',
      'referral-transfer/rft_1',
      'user/usr_alice/referral > user/usr_alice/withdrawable 40 USDT',
    );
  });
});

describe('a reserve', () => {
  it('is funded out of own funds, and moves to newer terms as a whole', () => {
    expectTransfer(
      transfers.fundReserve({ id: 'fnd_1', termsVersion: 2, currency: 'TRX', amountMicro: 8n }),
      'reserve-funding',
      'reserve-funding/fnd_1',
      'pool/ownFunds > pool/reserve/2 8 TRX',
    );
    expectTransfer(
      transfers.rollOverReserve({ id: 'rol_1', from: 1, to: 3, currency: 'TRX', amountMicro: 8n }),
      'reserve-rollover',
      'reserve-rollover/rol_1',
      'pool/reserve/1 > pool/reserve/3 8 TRX',
    );
  });

  it('gives a run what it pays, and gets the rest of the rounding back', () => {
    const run = { runId: 'run_1', termsVersion: 2, currency: 'USDT', amountMicro: 6n } as const;
    expectTransfer(
      transfers.fixRewardRun(run),
      'reward-run',
      'reward-run/run_1/fix',
      'pool/reserve/2 > pool/rewardsPayable 6 USDT',
    );
    expectTransfer(
      transfers.returnRemainder(run),
      'reward-remainder',
      'reward-run/run_1/remainder',
      'pool/rewardsPayable > pool/reserve/2 6 USDT',
    );
    expect(transfers.rewardPage('run_1', 4)).toEqual({
      kind: 'reward-page',
      reference: 'reward-run/run_1/page/4',
    });
  });
});
