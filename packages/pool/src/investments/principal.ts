import type { Currency } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';

/** Adds to, or takes from, the principal at work under a version of the terms, in the transaction that makes it so. */
export async function changePrincipal(
  tx: Transaction,
  change: { termsVersion: number; currency: Currency; amountMicro: bigint; investments: 1 | -1 },
): Promise<void> {
  const { termsVersion, currency, amountMicro, investments } = change;
  const principalMicro = investments === 1 ? amountMicro : -amountMicro;
  if (investments === 1)
    await tx
      .insertInto('termsPrincipal')
      .values({ termsVersion, currency, principalMicro: 0n, investments: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await tx
    .updateTable('termsPrincipal')
    .set((eb) => ({
      principalMicro: eb('principalMicro', '+', principalMicro),
      investments: eb('investments', '+', investments),
    }))
    .where('termsVersion', '=', termsVersion)
    .where('currency', '=', currency)
    .execute();
}

/** Returns true while a version of the terms rewards an investment of the currency. */
export async function hasRunningInvestments(
  db: Queryable,
  { termsVersion, currency }: { termsVersion: number; currency: Currency },
): Promise<boolean> {
  const row = await db
    .selectFrom('termsPrincipal')
    .select('investments')
    .where('termsVersion', '=', termsVersion)
    .where('currency', '=', currency)
    .where('investments', '>', 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** Principal at work under one version of the terms, in micro-units. */
export interface PrincipalOfVersion {
  readonly termsVersion: number;
  readonly targetRatePpm: number;
  readonly principalMicro: bigint;
  readonly investments: number;
}

/** Principal at work by version of the terms, oldest first; versions that never had an investment are left out. */
export async function listPrincipal(db: Queryable, currency: Currency): Promise<PrincipalOfVersion[]> {
  return db
    .selectFrom('termsPrincipal')
    .innerJoin('terms', 'terms.version', 'termsPrincipal.termsVersion')
    .select([
      'termsPrincipal.termsVersion',
      'terms.targetRatePpm',
      'termsPrincipal.principalMicro',
      'termsPrincipal.investments',
    ])
    .where('termsPrincipal.currency', '=', currency)
    .orderBy('termsPrincipal.termsVersion')
    .execute();
}
