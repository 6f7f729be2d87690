// Goal: an admin can publish any terms that the server accepts, free withdrawals included, and reads what is wrong with others.
import { describe, expect, it } from 'vitest';
import { figures } from '../../testing/samples.ts';
import { draftFrom, toShown, toTerms } from './terms-draft.ts';

const draft = draftFrom(figures.terms, figures.now);

describe('a draft of new terms', () => {
  it('starts as terms that would change nothing, and the server accepts them', () => {
    const { terms, problem } = toTerms(draft);
    expect(problem).toBeUndefined();
    const { version: _version, publishedAt: _publishedAt, startsAt: _startsAt, ...values } = figures.terms;
    expect(terms && toShown(terms)).toEqual(values);
  });

  it.each([
    [{ percent: '5.1' }, 'The target rate is from 0 to 5 % a day.'],
    [{ percent: '' }, 'Please fill in all fields.'],
    [{ minimumTrx: '2,000' }, expect.stringContaining('is ambiguous')],
    [{ minimumTrx: '0' }, 'The amount must be more than zero.'],
    [{ withdrawalMinimumUsdt: '0' }, 'The amount must be more than zero.'],
    [{ referralLevel2: '21' }, 'A referral rate is from 0 to 20 % of a reward.'],
  ])('says what is wrong with %o: %s', (change, problem) => {
    expect(toTerms({ ...draft, ...change })).toEqual({ problem });
  });

  it('takes a fee', () => {
    const { terms } = toTerms({ ...draft, withdrawalFeeUsdt: '0.5' });
    expect(terms?.withdrawalFeeUsdt).toBe('0.5');
  });
});
