import { PoolError } from '../errors.ts';
import { CHAIN_DECIMALS, type LedgerCurrency } from './currency.ts';
import { displayDecimal } from './display-decimal.ts';

/** Decimals of the ledger's unit, the micro-unit. */
const MICRO_DECIMALS = 6;
const MICRO_PER_UNIT = 1_000_000n;
/** 12 digits before the point: with 13, an amount in micro-units could pass a signed 64-bit integer. */
export const PLAIN_DECIMAL = /^(0|[1-9]\d{0,11})(?:\.(\d{1,6}))?$/;
export const AMOUNT_LENGTH_MAX = 20;

/**
 * Turns a plain decimal such as '12.5' into micro-units.
 *
 * @throws PoolError INVALID_AMOUNT when the text has a sign, an exponent, a separator, more than 6 decimals or too many digits.
 */
export function parseAmount(text: string): bigint {
  const match = text.length <= AMOUNT_LENGTH_MAX ? PLAIN_DECIMAL.exec(text) : null;
  if (match === null) throw new PoolError('INVALID_AMOUNT');
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole) * MICRO_PER_UNIT + BigInt(fraction.padEnd(MICRO_DECIMALS, '0'));
}

/** Micro-units as a decimal string with all 6 places ('12.500000'), the form that REST answers use. */
export function formatAmount(amountMicro: bigint): string {
  const sign = amountMicro < 0n ? '-' : '';
  const digits = (amountMicro < 0n ? -amountMicro : amountMicro).toString().padStart(MICRO_DECIMALS + 1, '0');
  return `${sign}${digits.slice(0, -MICRO_DECIMALS)}.${digits.slice(-MICRO_DECIMALS)}`;
}

/**
 * Micro-units for a screen: rounded toward zero to `places` decimals, thousands separated.
 * Users see 3 places, admins 4.
 */
export function displayAmount(amountMicro: bigint, places: number, locale = 'en'): string {
  return displayDecimal(formatAmount(amountMicro), places, locale);
}

/** An on-chain amount for a screen, with all of the chain's places: those below the ledger's six are part of a proof. */
export function displayChainAmount(currency: LedgerCurrency, units: bigint, locale = 'en'): string {
  return displayDecimal(formatChainAmount(currency, units), CHAIN_DECIMALS[currency], locale);
}

/** Splits an on-chain amount into what the ledger counts and the dust below a micro-unit. */
export function fromChainUnits(
  currency: LedgerCurrency,
  units: bigint,
): { amountMicro: bigint; dustUnits: bigint } {
  const unitsPerMicro = getUnitsPerMicro(currency);
  return { amountMicro: units / unitsPerMicro, dustUnits: units % unitsPerMicro };
}

/** Micro-units as the chain's smallest units. */
export function toChainUnits(currency: LedgerCurrency, amountMicro: bigint): bigint {
  return amountMicro * getUnitsPerMicro(currency);
}

/**
 * Turns a plain decimal with as many places as the chain has ('100.123456789012345678') into the chain's smallest units.
 *
 * @throws PoolError INVALID_AMOUNT
 */
export function parseChainAmount(currency: LedgerCurrency, text: string): bigint {
  const decimals = CHAIN_DECIMALS[currency];
  const [whole = '', fraction = ''] = text.split('.');
  const isPlain = text.length <= AMOUNT_LENGTH_MAX + decimals && /^\d+(\.\d+)?$/.test(text);
  if (!isPlain || fraction.length > decimals) throw new PoolError('INVALID_AMOUNT');
  return BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0'));
}

/** The chain's smallest units as a decimal string with all of the chain's places. */
export function formatChainAmount(currency: LedgerCurrency, units: bigint): string {
  const decimals = CHAIN_DECIMALS[currency];
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** `floor(value × numerator / denominator)` for values that are not negative: the one rounding rule of the pool. */
export function mulDivFloor(value: bigint, numerator: bigint, denominator: bigint): bigint {
  if (value < 0n || numerator < 0n || denominator <= 0n) {
    throw new RangeError('mulDivFloor takes values of zero or more and a denominator above zero.');
  }
  return (value * numerator) / denominator;
}

function getUnitsPerMicro(currency: LedgerCurrency): bigint {
  return 10n ** BigInt(CHAIN_DECIMALS[currency] - MICRO_DECIMALS);
}
