import type { TermsFile } from '@glasspool/core/solvency';
import type { Queryable } from '@glasspool/db';

/** Every version of the terms, and every reward run, as they are published. */
export async function readTerms(db: Queryable): Promise<TermsFile> {
  const terms = await db.selectFrom('terms').selectAll().orderBy('version').execute();
  const runs = await db.selectFrom('rewardRun').selectAll().orderBy('runAt').orderBy('id').execute();
  return {
    terms: terms.map(({ version, targetRatePpm, publishedAt }) => ({
      version,
      targetRatePpm,
      publishedAtMs: publishedAt,
    })),
    runs: runs.map((run) => ({
      id: run.id,
      runAtMs: run.runAt,
      currency: run.currency,
      due: String(run.dueMicro),
      paid: String(run.paidMicro),
      referralPaid: String(run.referralPaidMicro),
      reserveBefore: String(run.reserveBeforeMicro),
      reserveAfter: String(run.reserveAfterMicro),
    })),
  };
}
