// Goal: one spelling of each account, and no text but such a spelling is taken for one. Method: every account made and taken apart, and
// paths that only look like one.
import { describe, expect, it } from 'vitest';
import type { UserId } from '../ids.ts';
import {
  ACCOUNT_CLASSES,
  allUserAccounts,
  LIABILITY_CLASSES,
  parseAccountPath,
  poolAccount,
  receivable,
  renameOwner,
  rewardReserve,
  userAccount,
  userPathParts,
} from './chart.ts';
import { computePosition, imbalance } from './position.ts';

const alice: UserId = 'usr_alice';

describe('an account', () => {
  it('is guarded and liable when it is a user’s, but for what the user owes', () => {
    expect(userAccount(alice, 'wallet', 'TRX')).toEqual({
      accountClass: 'user/wallet',
      path: 'user/usr_alice/wallet',
      currency: 'TRX',
      guarded: true,
      userId: alice,
    });
    expect(receivable(alice, 'TRX')).toEqual({
      accountClass: 'user/receivable',
      path: 'user/usr_alice/receivable',
      currency: 'TRX',
      guarded: false,
      userId: alice,
    });
    expect(LIABILITY_CLASSES).toEqual([
      'user/wallet',
      'user/invested',
      'user/withdrawable',
      'user/referral',
      'user/onHold',
    ]);
  });

  it('has no user when it is the pool’s, and a reserve has its version', () => {
    expect(poolAccount('chain/custody', 'BNB')).toEqual({
      accountClass: 'chain/custody',
      path: 'chain/custody',
      currency: 'BNB',
      guarded: false,
      userId: null,
    });
    expect(rewardReserve(12, 'USDT')).toEqual({
      accountClass: 'pool/reserve',
      path: 'pool/reserve/12',
      currency: 'USDT',
      guarded: true,
      userId: null,
    });
  });

  it('exists six times for a user in each currency', () => {
    const paths = allUserAccounts(alice).map(({ path, currency }) => `${path} ${currency}`);
    expect(paths).toHaveLength(12);
    expect(new Set(paths).size).toBe(12);
    expect(paths).toContain('user/usr_alice/receivable TRX');
  });

  it('is the same for SQL, which puts the id between two parts', () => {
    const { before, after } = userPathParts('onHold');
    expect(`${before}${alice}${after}`).toBe(userAccount(alice, 'onHold', 'USDT').path);
  });
});

describe('a path', () => {
  it('is taken apart into class, owner and version', () => {
    for (const { accountClass, path } of allUserAccounts(alice))
      expect(parseAccountPath(path)).toEqual({ accountClass, owner: alice, termsVersion: null });
    expect(parseAccountPath('pool/reserve/305')).toEqual({
      accountClass: 'pool/reserve',
      owner: null,
      termsVersion: 305,
    });
    for (const name of Object.keys(ACCOUNT_CLASSES).filter((one) => /^(pool|chain)/.test(one)))
      expect(parseAccountPath(name)).toEqual(
        name === 'pool/reserve' ? undefined : { accountClass: name, owner: null, termsVersion: null },
      );
  });

  it.each([
    'user//wallet',
    'user/wallet',
    'user/usr_alice',
    'user/usr_alice/',
    'user/usr_alice/purse',
    'user/usr_alice/wallet/1',
    'pool/reserve/0',
    'pool/reserve/01',
    'pool/reserve/1234567890',
    'pool/reserve/1/2',
    'xpool/reserve/1',
    'pool/toString',
    'toString',
    '',
  ])('is not %j', (path) => {
    expect(parseAccountPath(path)).toBeUndefined();
  });

  it('is given another owner when it is a user’s, and any other is left as it is', () => {
    const rename = (owner: string): string => `${owner}!`;
    expect(renameOwner('user/usr_alice/onHold', rename)).toBe('user/usr_alice!/onHold');
    for (const other of ['pool/ownFunds', 'user/a/b/c', 'xuser/a/wallet', 'user//wallet'])
      expect(renameOwner(other, rename)).toBe(other);
  });
});

describe('a balance sheet', () => {
  const balances = [
    { accountClass: 'chain/custody', termsVersion: null, balanceMicro: -1_000n },
    { accountClass: 'chain/inFlight', termsVersion: null, balanceMicro: -200n },
    { accountClass: 'user/receivable', termsVersion: null, balanceMicro: -30n },
    { accountClass: 'user/wallet', termsVersion: null, balanceMicro: 100n },
    { accountClass: 'user/invested', termsVersion: null, balanceMicro: 300n },
    { accountClass: 'user/invested', termsVersion: null, balanceMicro: 7n },
    { accountClass: 'user/onHold', termsVersion: null, balanceMicro: 11n },
    { accountClass: 'pool/reserve', termsVersion: 2, balanceMicro: 60n },
    { accountClass: 'pool/reserve', termsVersion: 1, balanceMicro: 40n },
    { accountClass: 'pool/reserve', termsVersion: 2, balanceMicro: 5n },
    { accountClass: 'pool/rewardsPayable', termsVersion: null, balanceMicro: 9n },
    { accountClass: 'pool/ownFunds', termsVersion: null, balanceMicro: 800n },
    { accountClass: 'pool/withdrawing', termsVersion: null, balanceMicro: 50n },
    { accountClass: 'pool/networkFees', termsVersion: null, balanceMicro: -152n },
  ] as const;

  it('has each line with the sign that a reader expects, and each reserve by version', () => {
    const position = computePosition('USDT', balances);
    expect(position).toEqual({
      currency: 'USDT',
      custodyMicro: 1_000n,
      inFlightMicro: 200n,
      userReceivableMicro: 30n,
      owedToUsersMicro: 418n,
      rewardReserveMicro: 105n,
      reserves: [
        { termsVersion: 1, amountMicro: 40n },
        { termsVersion: 2, amountMicro: 65n },
      ],
      rewardsPayableMicro: 9n,
      ownFundsMicro: 698n,
      ownFundsAvailableMicro: 648n,
      withdrawingByOperatorMicro: 50n,
      contributedMicro: 800n,
      networkFeesPaidMicro: -152n,
    });
    expect(imbalance(position)).toBe(0n);
  });

  it.each([
    ['custodyMicro', 1n],
    ['inFlightMicro', 1n],
    ['userReceivableMicro', 1n],
    ['owedToUsersMicro', -1n],
    ['rewardReserveMicro', -1n],
    ['rewardsPayableMicro', -1n],
    ['ownFundsMicro', -1n],
  ] as const)('is out of balance by what %s says too much', (line, by) => {
    const position = computePosition('USDT', balances);
    expect(imbalance({ ...position, [line]: position[line] + 1n })).toBe(by);
  });
});
