// Goal: an address that no mail server takes is refused before a code is sent to it, and every other one is taken.
import { describe, expect, it } from 'vitest';
import { Email } from './email.ts';

describe('an email address', () => {
  it.each([
    ['Alice@Example.org', 'alice@example.org'],
    [' a.b+tag@x-y.example.org ', 'a.b+tag@x-y.example.org'],
    [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
    ['a@example.xn--p1ai', 'a@example.xn--p1ai'],
    ["o'neill_1@1and1.example", "o'neill_1@1and1.example"],
  ])('is taken: %s', (text, stored) => {
    expect(Email.parse(text)).toBe(stored);
  });

  it.each([
    'a..b@example.org',
    '.a@example.org',
    'a.@example.org',
    'a@-bad.example',
    'a@bad-.example',
    'a@example.org.',
    'a@example..org',
    'a@localhost',
    'a@example.123',
    'a@example.-org',
    `a@example.${'b'.repeat(64)}`,
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(64)}.org`,
    'a b@example.org',
    'ä@example.org',
    '"a"@example.org',
  ])('is refused: %s', (text) => {
    expect(Email.safeParse(text).success).toBe(false);
  });
});
