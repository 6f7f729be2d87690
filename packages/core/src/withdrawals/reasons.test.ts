// Goal: a reason of the pool's own is told from one that a person wrote.
import { describe, expect, it } from 'vitest';
import { findReasonCode, WITHDRAWAL_REASON_CODES } from './reasons.ts';

describe('the reason of a withdrawal', () => {
  it.each(WITHDRAWAL_REASON_CODES)('is the code %s', (code) => {
    expect(findReasonCode(code)).toBe(code);
  });

  it.each([null, '', 'toString', 'This address is on a list.'])('is no code: %s', (reason) => {
    expect(findReasonCode(reason)).toBeNull();
  });
});
