// Goal: a withdrawal holds, pays and gives back what docs/books.md says, a user's and the operator's. Method: every step, compared as a whole.
import { describe, expect, it } from 'vitest';
import type { UserId } from '../../ids.ts';
import type { Transfer } from '../transfer.ts';
import * as transfers from './index.ts';
import { expectTransfer, show } from './testing-transfers.ts';

const userId: UserId = 'usr_alice';

describe('a withdrawal', () => {
  const alices = {
    id: 'wdr_1',
    source: 'user',
    userId,
    currency: 'USDT',
    amountMicro: 10n,
    feeMicro: 2n,
  } as const;
  const operators = { ...alices, source: 'operator', feeMicro: 0n } as const;

  it('holds a user’s amount and fee, pays the amount, and leaves the fee to the operator', () => {
    expectTransfer(
      transfers.holdWithdrawal(alices),
      'withdrawal-hold',
      'withdrawal/wdr_1/hold',
      'user/usr_alice/withdrawable > user/usr_alice/onHold 12 USDT',
    );
    expectTransfer(
      transfers.signWithdrawal(alices),
      'withdrawal-sign',
      'withdrawal/wdr_1/sign',
      'chain/inFlight > chain/custody 10 USDT',
    );
    expectTransfer(
      transfers.confirmWithdrawal(alices),
      'withdrawal',
      'withdrawal/wdr_1/confirm',
      'user/usr_alice/onHold > chain/inFlight 10 USDT',
      'user/usr_alice/onHold > pool/ownFunds 2 USDT',
    );
  });

  it('moves no fee when the withdrawal has no fee', () => {
    expect(show(transfers.confirmWithdrawal({ ...alices, feeMicro: 0n }))).toHaveLength(3);
  });

  it('gives amount and fee back when nothing was signed, and custody too when something was', () => {
    expectTransfer(
      transfers.releaseWithdrawal(alices),
      'withdrawal-release',
      'withdrawal/wdr_1/release',
      'user/usr_alice/onHold > user/usr_alice/withdrawable 12 USDT',
    );
    expectTransfer(
      transfers.failWithdrawal(alices),
      'withdrawal-failure',
      'withdrawal/wdr_1/fail',
      'chain/custody > chain/inFlight 10 USDT',
      'user/usr_alice/onHold > user/usr_alice/withdrawable 12 USDT',
    );
  });

  it('gives the amount back out of custody when the chain took it back, and of the fee what the operator has', () => {
    expectTransfer(
      transfers.reverseWithdrawal(alices, 2n),
      'withdrawal-reversal',
      'withdrawal/wdr_1/reverse',
      'chain/custody > user/usr_alice/withdrawable 10 USDT',
      'pool/ownFunds > user/usr_alice/withdrawable 2 USDT',
    );
    expectTransfer(
      transfers.reverseWithdrawal(alices, 0n),
      'withdrawal-reversal',
      'withdrawal/wdr_1/reverse',
      'chain/custody > user/usr_alice/withdrawable 10 USDT',
    );
  });

  it('is held of what its user has when a restore proves it, and the rest is owed', () => {
    expectTransfer(
      transfers.holdWithdrawal(alices, 5n),
      'withdrawal-hold',
      'withdrawal/wdr_1/hold',
      'user/usr_alice/withdrawable > user/usr_alice/onHold 7 USDT',
      'user/usr_alice/receivable > user/usr_alice/onHold 5 USDT',
    );
    expect(show(transfers.holdWithdrawal(alices, 12n)).slice(2)).toEqual([
      'user/usr_alice/receivable > user/usr_alice/onHold 12 USDT',
    ]);
  });

  it('comes out of own funds when it is the operator’s, and goes back there', () => {
    const hold = 'operator-withdrawal/wdr_1';
    const expected: readonly [Transfer, ...string[]][] = [
      [
        transfers.holdWithdrawal(operators),
        'operator-withdrawal-hold',
        `${hold}/hold`,
        'pool/ownFunds > pool/withdrawing 10 USDT',
      ],
      [
        transfers.signWithdrawal(operators),
        'operator-withdrawal-sign',
        `${hold}/sign`,
        'chain/inFlight > chain/custody 10 USDT',
      ],
      [
        transfers.confirmWithdrawal(operators),
        'operator-withdrawal',
        `${hold}/confirm`,
        'pool/withdrawing > chain/inFlight 10 USDT',
      ],
      [
        transfers.releaseWithdrawal(operators),
        'operator-withdrawal-release',
        `${hold}/release`,
        'pool/withdrawing > pool/ownFunds 10 USDT',
      ],
      [
        transfers.failWithdrawal(operators),
        'operator-withdrawal-failure',
        `${hold}/fail`,
        'chain/custody > chain/inFlight 10 USDT',
        'pool/withdrawing > pool/ownFunds 10 USDT',
      ],
      [
        transfers.reverseWithdrawal(operators, 0n),
        'operator-withdrawal-reversal',
        `${hold}/reverse`,
        'chain/custody > pool/ownFunds 10 USDT',
      ],
    ];
    for (const [transfer, ...rest] of expected) expectTransfer(transfer, ...rest);
  });

  it('is held in an account of its owner’s kind', () => {
    expect(transfers.holdAccount(alices).path).toBe('user/usr_alice/onHold');
    expect(transfers.holdAccount(operators).path).toBe('pool/withdrawing');
  });
});
