import { type OwnCheckOptions, toHex } from '@glasspool/proof';

/** The report of a user's own part as a browser saves it. */
export function presentReport({
  email,
  proof,
  entries = [],
  areEntriesComplete,
  entriesSince,
  earlier,
  history,
}: OwnCheckOptions): object {
  return { email, proof, entries, areEntriesComplete, entriesSince, earlier, history };
}

/** As JSON has it: amounts in decimal, bytes in hex. */
export function toPlain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? toHex(value) : value;
}
