// Goal: after a start TRX is signed once a head that the nodes agree on was passed; one that a single node tells of shuts nothing for good.
// Method: the gate alone, with heads as they are read.
import type { ChainHead } from '@glasspool/chains';
import { describe, expect, it } from 'vitest';
import { SigningGate } from './signing-gate.ts';

const SIGNED_FOR_MS = 600_000;
const head = (height: number, timeMs: number, isAgreed = true): ChainHead => ({
  height,
  timeMs,
  isAgreed,
  finalizedHeight: isAgreed ? height : 0,
  finalTimeMs: isAgreed ? timeMs : 0,
  isFinalityStalled: false,
});

async function close(first: ChainHead): Promise<SigningGate> {
  const gate = new SigningGate();
  const chain = { signedForMs: SIGNED_FOR_MS, getHead: async () => first };
  // The gate asks chains for this and nothing else.
  const chains = { BSC: { ...chain, signedForMs: null }, TRON: chain } as unknown as Parameters<
    SigningGate['close']
  >[0]['chains'];
  await gate.close({ chains });
  return gate;
}

const isOpen = (gate: SigningGate, seen: ChainHead): boolean =>
  gate.isOpen('TRON', { ...seen, scannedHeight: seen.height });

describe('the gate of a start', () => {
  it('opens once its head is read and what was signed before has expired', async () => {
    const gate = await close(head(100, 0));
    expect(isOpen(gate, head(150, SIGNED_FOR_MS))).toBe(false);
    expect(isOpen(gate, head(300, SIGNED_FOR_MS + 1))).toBe(true);
  });

  it('is closed by no head that too few nodes tell of', async () => {
    const gate = await close(head(10 ** 12, 9e15, false));
    expect(isOpen(gate, head(10 ** 12, 9e15, false))).toBe(false);
    expect(isOpen(gate, head(100, 0))).toBe(false);
    expect(isOpen(gate, head(300, SIGNED_FOR_MS + 1))).toBe(true);
  });
});
