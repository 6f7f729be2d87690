import type { TransferKind } from './kinds.ts';

const STEPS: ReadonlyMap<string, 'taken' | 'returned'> = new Map<TransferKind, 'taken' | 'returned'>([
  ['withdrawal', 'taken'],
  ['withdrawal-reversal', 'returned'],
]);

/** Role of a transfer for the fee of a withdrawal, by its kind; undefined for a kind that never moves one between a user and the operator. */
export function getFeeStep(kind: string): 'taken' | 'returned' | undefined {
  return STEPS.get(kind);
}
