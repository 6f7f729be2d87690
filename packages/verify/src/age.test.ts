// Goal: a pool that stopped publishing, or dates a snapshot ahead, does not look as if it were right today.
import { encodeManifest } from '@glasspool/proof';
import { sampleManifest } from '@glasspool/proof/testing';
import { expect, it } from 'vitest';
import { checkAge } from './age.ts';

const HOUR_MS = 3_600_000;
const CUT_OFF_MS = Date.UTC(2026, 10, 1);
const root = { digest: new Uint8Array(32), usdt: 0n, trx: 0n };

async function statusAfter(hours: number, ageMaxHours: number, bscChainId = 97): Promise<string> {
  const manifest = encodeManifest(
    sampleManifest({ root, leafCount: 0 }, { cutOffMs: CUT_OFF_MS, bscChainId }),
  );
  const files = {
    async *read() {
      yield manifest;
    },
  };
  const { status, detail } = await checkAge(files, 3, { nowMs: CUT_OFF_MS + hours * HOUR_MS, ageMaxHours });
  expect(detail).toContain('books as of 2026-11-01T00:00:00.000Z');
  return status;
}

it('passes for a snapshot as old as is allowed, and fails for an older one', async () => {
  expect(await statusAfter(0, 26)).toBe('ok');
  expect(await statusAfter(26, 26)).toBe('ok');
  expect(await statusAfter(26.1, 26)).toBe('failed');
  expect(await statusAfter(26.1, 27)).toBe('ok');
});

it('fails for a snapshot of the future, but for the clock of a local pool, which is moved by hand', async () => {
  expect(await statusAfter(-0.2, 26)).toBe('ok');
  expect(await statusAfter(-1, 26)).toBe('failed');
  expect(await statusAfter(-1, 26, 31_337)).toBe('not checked');
});

it('fails where there is no manifest', async () => {
  const files = {
    async *read(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(3);
    },
  };
  expect((await checkAge(files, 0, { nowMs: 0, ageMaxHours: 26 })).status).toBe('failed');
});
