import { findReasonCode, WITHDRAWAL_REASONS, type WithdrawalReason } from '@glasspool/core';

/** A type with `Micro` taken off the names of its amounts: on the wire an amount is called by its plain name. */
export type Presented<Row> = {
  // `as` renames the keys of a mapped type; nothing is cast.
  [Name in keyof Row as Name extends `${infer Plain}Micro` ? Plain : Name]: Row[Name];
};

/** A row of the pool in the form of the wire. */
export function present<Row extends object>(row: Row): Presented<Row> {
  const entries = Object.entries(row).map(([name, value]) => [name.replace(/Micro$/, ''), value]);
  // The type above says the same as the line before.
  return Object.fromEntries(entries) as Presented<Row>;
}

/** The reason of a withdrawal's row as its sentence in English, with its code where the pool gives it. */
export function presentReason(stored: string | null): {
  reason: string | null;
  reasonCode: WithdrawalReason | null;
} {
  const reasonCode = findReasonCode(stored);
  return { reason: reasonCode === null ? stored : WITHDRAWAL_REASONS[reasonCode], reasonCode };
}
