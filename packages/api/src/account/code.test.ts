// Goal: a code counts however a person reads it off, and a name shows what it is.
import { describe, expect, it } from 'vitest';
import { Otp } from '../auth/forms.ts';
import { TwoFactorCode } from '../forms.ts';
import { Label, UpdateProfileInput } from './forms.ts';

describe('a code', () => {
  it.each(['123456', '123 456', ' 123456\n', '123-456', '１２３４５６'])(
    'is taken from a mail or an app as %j',
    (text) => {
      expect(Otp.parse(text)).toBe('123456');
      expect(TwoFactorCode.parse(text)).toBe('123456');
    },
  );

  it.each(['abcde-fghij', 'ABCDE FGHIJ', 'abcdefghij'])('is taken for recovery as %j', (text) => {
    expect(TwoFactorCode.parse(text).toLowerCase()).toBe('abcdefghij');
  });

  it('is taken from a passkey as it is', () => {
    const code = `pk_${'-_'.repeat(36)}`;
    expect(TwoFactorCode.parse(code)).toBe(code);
  });

  it.each(['', '12345', '1234567', '12345a', '123.456'])('is refused: %j', (text) => {
    expect(Otp.safeParse(text).success).toBe(false);
    expect(TwoFactorCode.safeParse(text).success).toBe(false);
  });
});

describe('a name', () => {
  it.each(['Ada', 'José 小明', 'O’Neill'.replace('’', "'"), 'नेहा', 'Z\u0301\u0301', '7'])(
    'is taken: %s',
    (name) => {
      expect(UpdateProfileInput.parse({ userName: name })).toEqual({ userName: name });
      expect(Label.parse(name)).toBe(name);
    },
  );

  it.each([
    '\u3164',
    '\u115f',
    '\uffa0',
    'a\u034fb',
    'a\u180b',
    `Z${'\u0301'.repeat(3)}`,
    "'",
    '. .',
    'a\u200bb',
    'a\u2800',
  ])('is refused, for it does not show what it is: %j', (name) => {
    expect(UpdateProfileInput.safeParse({ userName: name }).success).toBe(false);
    expect(Label.safeParse(name).success).toBe(false);
  });
});
