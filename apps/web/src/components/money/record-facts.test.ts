// Goal: no record of the server is shown as its machine text: units become amounts, rates and times, JSON becomes lines.
import { describe, expect, it } from 'vitest';
import { formatDateTime } from '../../i18n/format.ts';
import { describeChange, describeName, describeRecord, describeValue } from './record-facts.ts';

describe('the text of a record', () => {
  it.each([
    ['principal micro', '26003750000', 'Principal', '26,003.750000 USDT'],
    ['rewardedMicro', '1500000', 'Rewards so far', '1.500000 USDT'],
    ['share ppb', '500000000', 'Share', '50 %'],
    ['targetRatePpm', 20_000, 'Target rate', '2 %'],
    ['USDT', '2501.0000', 'USDT', '2501.0000'],
    ['block height', '1234', 'Block height', '1234'],
    ['state', 'closed', 'State', 'closed'],
    ['state', 'reviewing', 'State', 'Being reviewed'],
    ['state', 'unheard', 'State', 'unheard'],
    ['isLocked', 1, 'Locked', 'yes'],
    ['isLocked', 0, 'Locked', 'no'],
    ['reason', null, 'Reason', '–'],
    ['succeeded', true, 'Succeeded', 'yes'],
    ['referralRatesPpm', [50_000, 30_000], 'Referral rates', '5 %, 3 %'],
  ])('%s of %j', (name, value, label, text) => {
    expect([describeName(name), describeValue(name, value, 'USDT')]).toEqual([label, text]);
  });

  it('shows a time where the name says so', () => {
    expect(describeValue('startsAt', 1_795_564_800_000)).toBe(formatDateTime(1_795_564_800_000));
  });

  it('lists old and new values where something changed, and loses nothing', () => {
    const before = JSON.stringify({ isLocked: 0, reason: null, targetRatePpm: 20_000 });
    const after = JSON.stringify({
      isLocked: 1,
      reason: 'Lost her phone.',
      targetRatePpm: 20_000,
      number: 4,
    });
    expect(describeChange(before, after)).toEqual([
      'Locked: no → yes',
      'Reason: – → Lost her phone.',
      'Target rate: 2 %',
      'Number: 4',
    ]);
    expect(describeChange('{}', 'not JSON')).toEqual(['Value: not JSON']);
  });

  it('lists the evidence of a state line by line', () => {
    expect(describeRecord({ by: 'limits', userTodayMicro: '25000000' }, 'TRX')).toEqual([
      'By: limits',
      'Requested that day: 25.000000 TRX',
    ]);
  });
});
