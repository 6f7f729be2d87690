// Facts of the server's records in words: a name such as `targetRatePpm` says what the value is and in which unit.
import { displayAmount, type LedgerCurrency } from '@glasspool/core';
import { formatDateTime } from '../../i18n/format.ts';
import { currentLanguage, hasText, t } from '../../i18n/language.ts';
import { formatMoney } from './amounts.ts';
import { formatPercent, formatPercentOfPpb } from './rates.ts';
import { getStatus } from './transactions.ts';

const LEDGER_PLACES = 6;
/** Units at the end of a name, which the value says. */
const UNITS = /(?:Micro|Ppm|Ppb)$/;
const WHOLE = /^-?\d+$/;

/** A name of the records as words: 'targetRatePpm' and 'target rate ppm' are 'Target rate'. */
export function describeName(name: string): string {
  const camel = name.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  const id = `fact.${camel.replace(UNITS, '')}`;
  if (hasText(id)) return t(id);
  const words = camel
    .replace(UNITS, '')
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value of the records as people read it, by the unit that its name ends with. */
export function describeValue(name: string, value: unknown, currency?: LedgerCurrency): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map((one) => describeValue(name, one, currency)).join(', ');
  if (typeof value === 'object') return describeRecord(value, currency).join('; ');
  if (typeof value === 'boolean' || /^is[A-Z]/.test(name))
    return t(value && value !== '0' ? 'fact.yes' : 'fact.no');
  const text = String(value);
  if (name === 'state')
    return hasText(`fact.stateOf.${text}`) ? t(`fact.stateOf.${text}`) : getStatus({ status: text });
  if (!WHOLE.test(text)) return text;
  if (/[Mm]icro$/.test(name)) return describeMicro(BigInt(text), currency);
  if (/[Pp]pm$/.test(name)) return formatPercent(Number(text));
  if (/[Pp]pb$/.test(name)) return formatPercentOfPpb(Number(text));
  return /At$/.test(name) ? formatDateTime(Number(text)) : text;
}

/** Every field of a record as 'Name: value'. */
export function describeRecord(record: object, currency?: LedgerCurrency): string[] {
  return Object.entries(record).map(
    ([name, value]) => `${describeName(name)}: ${describeValue(name, value, currency)}`,
  );
}

/** Changes of an action, 'Name: old → new' for each field, from the records of before and after. */
export function describeChange(beforeJson: string, afterJson: string): string[] {
  const [before, after] = [readRecord(beforeJson), readRecord(afterJson)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => {
    const values = [before, after]
      .filter((record) => name in record)
      .map((record) => describeValue(name, record[name]));
    return `${describeName(name)}: ${[...new Set(values)].join(' → ')}`;
  });
}

/** A record that was kept as JSON; text that is not one stands for itself. */
export function readRecord(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : { value };
  } catch {
    return { value: json };
  }
}

function describeMicro(micro: bigint, currency: LedgerCurrency | undefined): string {
  return currency === undefined
    ? displayAmount(micro, LEDGER_PLACES, currentLanguage())
    : formatMoney(micro, currency, LEDGER_PLACES);
}
