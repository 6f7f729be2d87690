// Goal: every refusal reads as a sentence that says what to do, with nothing left unfilled.
import { describe, expect, it } from 'vitest';
import { POOL_ERRORS } from './error-list.ts';
import { describeError, PoolError, type PoolErrorCode } from './errors.ts';

describe('the error list', () => {
  it.each(Object.entries(POOL_ERRORS))('%s is a sentence for a person', (_code, { message }) => {
    expect(message).toMatch(/^[A-Z].*[.]$/);
    expect(message.length).toBeLessThan(200);
  });

  it('fills in the details', () => {
    const error = new PoolError('NOTHING_TO_INVEST', { currency: 'USDT' });
    expect(error.message).toBe('You have no USDT to invest.');
    expect(error.status).toBe(422);
  });

  it('leaves a missing detail visible rather than printing undefined', () => {
    const code: PoolErrorCode = 'OTP_COOLDOWN';
    expect(describeError(code)).toContain('{seconds}');
  });
});
