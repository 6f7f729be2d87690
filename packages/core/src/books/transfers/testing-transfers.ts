import { expect } from 'vitest';
import { assertGrammar, type Transfer } from '../transfer.ts';

/** Kind, reference, and each move as `from > to amount currency`. */
export function show({ kind, reference, moves }: Transfer): string[] {
  return [
    kind,
    reference,
    ...moves.map(({ from, to, amountMicro }) => {
      expect(from.currency).toBe(to.currency);
      return `${from.path} > ${to.path} ${amountMicro} ${from.currency}`;
    }),
  ];
}

export function expectTransfer(transfer: Transfer, ...expected: readonly string[]): void {
  expect(show(transfer)).toEqual(expected);
  expect(() => assertGrammar(transfer)).not.toThrow();
}
