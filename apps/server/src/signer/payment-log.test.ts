// Goal: the signer's own log bounds what it signs, whatever the requests are: every payment that a chain could take counts once, in full, and
// a log that was changed is found. Method: the real file, opened again as after a start.
import fs, { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PaymentLog } from './payment-log.ts';
import type { Payment } from './payment-memory.ts';

const NOW = Date.UTC(2026, 4, 3, 12);
const CAP = micro('1000');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-payments-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const getPath = (): string => join(folder, 'payments.log');

function onBsc(nonce: number, amount: string, changes: Partial<Payment> = {}): Payment {
  return {
    at: NOW,
    day: NOW - (NOW % DAY_MS),
    currency: 'USDT',
    source: 'user',
    withdrawalId: `wdr_${nonce}`,
    address: '0xpayee',
    amountMicro: micro(amount),
    payment: `nonce/${nonce}`,
    expiresAt: null,
    ...changes,
  };
}

function onTron(hash: string, amount: string, changes: Partial<Payment> = {}): Payment {
  const expiresAt = NOW + 10 * MINUTE_MS;
  return { ...onBsc(0, amount), currency: 'TRX', payment: `hash/${hash}`, expiresAt, ...changes };
}

/** Takes a payment from a log that is opened for it, as after a start. */
async function take(payment: Payment, finalTimeMs = NOW): Promise<string> {
  using log = await PaymentLog.open(getPath(), payment.at);
  return await takeFrom(log, payment, finalTimeMs);
}

async function takeFrom(log: PaymentLog, payment: Payment, finalTimeMs = NOW): Promise<string> {
  return log.take(payment, { capMicro: CAP, readFinalTimeMs: async () => finalTimeMs }).then(
    () => 'signed',
    (error: Error) => error.name,
  );
}

describe('the log of payments', () => {
  it('is on disk before a signature is given away', async () => {
    const flush = vi.spyOn(fs, 'fsyncSync');
    syncBuiltinESMExports();
    try {
      expect(await take(onBsc(0, '900'))).toBe('signed');
      expect(flush).toHaveBeenCalledOnce();
    } finally {
      flush.mockRestore();
      syncBuiltinESMExports();
    }
  });

  it('gives no signature away while its disk is full, and is whole when it goes on', async () => {
    using log = await PaymentLog.open(getPath(), NOW);
    expect(await takeFrom(log, onBsc(0, '100'))).toBe('signed');
    const { writeSync } = fs;
    let calls = 0;
    // The kernel takes a part, says so by its length, and refuses the rest.
    const write = vi.spyOn(fs, 'writeSync').mockImplementation((file: number, bytes: unknown) => {
      calls += 1;
      if (calls > 1) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return writeSync(file, Buffer.from(bytes as Uint8Array).subarray(0, 20));
    });
    syncBuiltinESMExports();
    try {
      expect(await takeFrom(log, onBsc(1, '100'))).toBe('Error');
    } finally {
      write.mockRestore();
      syncBuiltinESMExports();
    }
    expect(readFileSync(getPath(), 'utf8').split('\n')).toHaveLength(2);
    expect(await takeFrom(log, onBsc(2, '900'))).toBe('signed');
    using again = await PaymentLog.open(getPath(), NOW);
    // 100 and 900 are the cap: the payment that was refused does not count.
    expect(await takeFrom(again, onBsc(3, '0.000001'))).toBe('SigningCapReachedError');
    expect(await takeFrom(again, onBsc(2, '900'))).toBe('signed');
  });

  it('refuses a payment that still waits when it was closed, and writes into no other file', async () => {
    const log = await PaymentLog.open(getPath(), NOW);
    log[Symbol.dispose]();
    // The next file that is opened gets the number of the one that was closed.
    const other = join(folder, 'other');
    const file = fs.openSync(other, 'a');
    try {
      expect(await takeFrom(log, onBsc(0, '100'))).toBe('Error');
      expect([readFileSync(other, 'utf8'), readFileSync(getPath(), 'utf8')]).toEqual(['', '']);
    } finally {
      fs.closeSync(file);
    }
  });

  it('counts a nonce once, with the largest amount that was signed for it', async () => {
    expect(await take(onBsc(0, '900'))).toBe('signed');
    expect(await take(onBsc(0, '900'))).toBe('signed');
    // Another withdrawal at the same nonce: one of the two can be paid.
    expect(await take(onBsc(0, '950', { withdrawalId: 'wdr_b' }))).toBe('signed');
    expect(await take(onBsc(0, '1', { withdrawalId: 'wdr_c' }))).toBe('signed');
    expect(await take(onBsc(1, '60'))).toBe('SigningCapReachedError');
    expect(await take(onBsc(1, '50'))).toBe('signed');
    expect(await take(onBsc(2, '0.000001'))).toBe('SigningCapReachedError');
  });

  it('counts every transaction without a nonce, however often one withdrawal is asked for', async () => {
    const later = { expiresAt: NOW + 20 * MINUTE_MS };
    expect(await take(onTron('a', '600'))).toBe('signed');
    expect(await take(onTron('a', '600'))).toBe('signed');
    expect(await take(onTron('b', '600', later), NOW + 11 * MINUTE_MS)).toBe('SigningCapReachedError');
    expect(await take({ ...onTron('b', '600', later), day: NOW + DAY_MS }, NOW + 11 * MINUTE_MS)).toBe(
      'signed',
    );
  });

  it('signs no second transaction of a withdrawal before the chain is past the first one’s expiration', async () => {
    expect(await take(onTron('a', '10'))).toBe('signed');
    expect(await take(onTron('b', '10'), NOW + 10 * MINUTE_MS)).toBe('SigningTooEarlyError');
    expect(await take(onTron('b', '10'), NOW + 10 * MINUTE_MS + 1)).toBe('signed');
  });

  it('signs one of many transactions of a withdrawal that are asked for at the same moment', async () => {
    using log = await PaymentLog.open(getPath(), NOW);
    const hashes = Array.from({ length: 20 }, (_, index) => `h${index}`);
    const outcomes = await Promise.all(hashes.map((hash) => takeFrom(log, onTron(hash, '10'))));
    expect(outcomes.filter((outcome) => outcome === 'signed')).toHaveLength(1);
    // Once the first has expired, again one of many.
    const later = await Promise.all(
      hashes.map((hash) =>
        takeFrom(log, onTron(`later-${hash}`, '10', { expiresAt: NOW + DAY_MS }), NOW + 11 * MINUTE_MS),
      ),
    );
    expect(later.filter((outcome) => outcome === 'signed')).toHaveLength(1);
  });

  it('stays within the cap when many payments are asked for at the same moment', async () => {
    using log = await PaymentLog.open(getPath(), NOW);
    const payments = Array.from({ length: 20 }, (_, nonce) => onBsc(nonce, '300'));
    const outcomes = await Promise.all(payments.map((payment) => takeFrom(log, payment)));
    expect(outcomes.filter((outcome) => outcome === 'signed')).toHaveLength(3);
  });

  it('keeps the address and the amount of a withdrawal for good', async () => {
    expect(await take(onBsc(0, '10'))).toBe('signed');
    for (const changes of [{ address: '0xthief' }, { amountMicro: micro('9') }, { currency: 'TRX' as const }])
      expect(await take(onBsc(1, '10', { withdrawalId: 'wdr_0', ...changes }))).toBe(
        'SigningContradictionError',
      );
    expect(await take(onBsc(1, '10', { withdrawalId: 'wdr_0' }))).toBe('signed');
  });

  it('counts users and the operator apart, and each day from zero', async () => {
    expect(await take(onBsc(0, '1000'))).toBe('signed');
    expect(await take(onBsc(1, '1000', { source: 'operator' }))).toBe('signed');
    expect(await take(onBsc(2, '1'))).toBe('SigningCapReachedError');
    const tomorrow = { at: NOW + DAY_MS, day: NOW - (NOW % DAY_MS) + DAY_MS };
    expect(await take(onBsc(2, '1000', tomorrow))).toBe('signed');
    // A nonce of yesterday adds nothing today: it can be paid once.
    expect(await take(onBsc(0, '1000', tomorrow))).toBe('signed');
    expect(await take(onBsc(3, '1', tomorrow))).toBe('SigningCapReachedError');
  });

  it.each([
    ['an amount made smaller', (text: string) => text.replace('900.000000', '000.000001')],
    ['a line taken out', (text: string) => text.split('\n').slice(1).join('\n')],
    ['two lines exchanged', (text: string) => text.split('\n').slice(0, 2).reverse().join('\n').concat('\n')],
    ['a line without a hash', (text: string) => text.replace(/,"hash":"[0-9a-f]+"/, '')],
  ])('does not open with %s', async (_what, change) => {
    await take(onBsc(0, '900'));
    await take(onBsc(1, '10'));
    await take(onBsc(2, '10'));
    writeFileSync(getPath(), change(readFileSync(getPath(), 'utf8')));
    await expect(PaymentLog.open(getPath(), NOW)).rejects.toThrow('this is not what the signer wrote');
  });

  it('goes on after a crash within a line, whose signature was never given away', async () => {
    await take(onBsc(0, '900'));
    const before = readFileSync(getPath(), 'utf8');
    appendFileSync(getPath(), before.slice(0, 100));
    expect(await take(onBsc(1, '100'))).toBe('signed');
    expect(readFileSync(getPath(), 'utf8').startsWith(before)).toBe(true);
    expect(await take(onBsc(2, '1'))).toBe('SigningCapReachedError');
  });

  it('forgets what is older than two months, and counts it in full when it comes back', async () => {
    expect(await take(onBsc(0, '900'))).toBe('signed');
    const at = NOW + 80 * DAY_MS;
    const later = { at, day: at - (at % DAY_MS) };
    expect(await take(onBsc(1, '200', later))).toBe('signed');
    expect(await take(onBsc(0, '900', later))).toBe('SigningCapReachedError');
    expect(await take(onBsc(0, '800', { ...later, withdrawalId: 'wdr_9' }))).toBe('signed');
  });
});
