import { formatAmount as format, parseAmount as parse } from '@glasspool/core';

/** Micro-units as a decimal string with 6 places: 12500000n is '12.500000'. */
export function formatAmount(micro: bigint): string {
  return format(micro);
}

/**
 * Micro-units of a decimal string with at most 6 places: '12.5' is 12500000n.
 *
 * @throws Error when the text is not such a number.
 */
export function parseAmount(text: string): bigint {
  return parse(text);
}
