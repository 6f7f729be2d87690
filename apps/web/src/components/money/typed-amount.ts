// Amounts as people type them. Every page shows numbers in the form of its language, so what is copied from a page can be typed: with
// separators between the thousands, and with the decimal sign of the language. A text that can be read in two ways is refused.
import { AmountOrZeroString, formatAmount, parseAmount } from '@glasspool/core';
import { currentLanguage, type Language } from '../../i18n/language.ts';

/** A plain decimal as the server takes it, one text for one amount, or what is wrong with what was typed. */
export type TypedAmount =
  | { readonly plain: string; readonly problem?: undefined }
  | { readonly plain?: undefined; readonly problem: 'empty' | 'invalid' | 'ambiguous' };

const DECIMAL_SIGN: Readonly<Record<Language, '.' | ','>> = { en: '.', es: ',' };
const SEPARATORS = /[.,]/g;
/** '1.000' where the dot separates thousands in this language: it could be one, or a thousand. */
const THREE_AFTER_ONE = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Reads an amount in the language of the page. */
export function readTyped(text: string, language = currentLanguage()): TypedAmount {
  // Some languages separate thousands by a space that does not break.
  const compact = text.trim().replaceAll(/[\u00a0\u202f]/g, '');
  if (compact === '') return { problem: 'empty' };
  const signs = compact.match(SEPARATORS) ?? [];
  const own = DECIMAL_SIGN[language];
  if (signs.length === 1 && signs[0] !== own && THREE_AFTER_ONE.test(compact))
    return { problem: 'ambiguous' };
  const plain = toPlain(compact, signs, own);
  if (plain === undefined || !AmountOrZeroString.safeParse(plain).success) return { problem: 'invalid' };
  // '10' and '10.0' are one amount and must be one request (idempotency-keys.ts).
  return { plain: toShortest(parseAmount(plain)) };
}

/** Amount typed so far in micro-units; 0 until it can be read. For showing sums only; the form's rules refuse it. */
export function readMicro(text: string): bigint {
  const { plain } = readTyped(text);
  return plain === undefined ? 0n : parseAmount(plain);
}

/** An amount as a plain decimal without zeros at its end: '12.5', '10'. */
function toShortest(micro: bigint): string {
  const [whole = '', fraction = ''] = formatAmount(micro).split('.');
  let places = fraction.length;
  while (places > 0 && fraction[places - 1] === '0') places -= 1;
  return places === 0 ? whole : `${whole}.${fraction.slice(0, places)}`;
}

/** A number as it stands in a field: as short as it can be, with the decimal sign of the language. */
export function toTypedShort(micro: bigint): string {
  return toShortest(micro).replace('.', DECIMAL_SIGN[currentLanguage()]);
}

/** An amount as it stands in a field: all six places, the decimal sign of the language, no separators. */
export function toTyped(micro: bigint): string {
  return formatAmount(micro).replace('.', DECIMAL_SIGN[currentLanguage()]);
}

function toPlain(text: string, signs: readonly string[], own: string): string | undefined {
  const decimalSign = findDecimalSign(signs, own);
  if (decimalSign === undefined) return removeGroups(text);
  const [whole = '', fraction = '', ...others] = text.split(decimalSign);
  const joined = removeGroups(whole);
  return joined === undefined || others.length > 0 ? undefined : `${joined}.${fraction}`;
}

/** The sign that comes last and once. One that comes several times separates thousands. */
function findDecimalSign(signs: readonly string[], own: string): string | undefined {
  const last = signs.at(-1);
  if (last === undefined || signs.filter((sign) => sign === last).length === 1) return last;
  return last === own ? own : undefined;
}

function removeGroups(text: string): string | undefined {
  if (/^\d+$/.test(text)) return text;
  return /^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:,\d{3})+$/.test(text)
    ? text.replaceAll(SEPARATORS, '')
    : undefined;
}
