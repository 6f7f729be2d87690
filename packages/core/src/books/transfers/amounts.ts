import type { UserId } from '../../ids.ts';
import type { Currency } from '../../money/currency.ts';
import type { Move } from '../transfer.ts';

/** Amounts of a transfer, in micro-units. */
export interface Amount {
  readonly currency: Currency;
  readonly amountMicro: bigint;
}

export interface OfUser extends Amount {
  readonly userId: UserId;
}

/** Moves without those of nothing. */
export function positive(moves: readonly Move[]): Move[] {
  return moves.filter(({ amountMicro }) => amountMicro > 0n);
}
