import type { Queryable } from '@glasspool/db';
import type { TermsFile } from '@glasspool/proof';

/** Reads every version of the terms, and every reward run whose share is fixed, in their published form. */
export async function readTerms(db: Queryable): Promise<TermsFile> {
  const terms = await db.selectFrom('terms').selectAll().orderBy('version').execute();
  const runs = await db
    .selectFrom('rewardRun')
    .selectAll()
    .where('state', 'in', ['paying', 'closed'])
    .orderBy('runAt')
    .orderBy('id')
    .execute();
  return {
    terms: terms.map((row) => ({
      version: row.version,
      targetRatePpm: row.targetRatePpm,
      termDays: row.termDays,
      minimum: { USDT: String(row.minimumUsdtMicro), TRX: String(row.minimumTrxMicro) },
      withdrawalMinimum: {
        USDT: String(row.withdrawalMinimumUsdtMicro),
        TRX: String(row.withdrawalMinimumTrxMicro),
      },
      withdrawalFee: { USDT: String(row.withdrawalFeeUsdtMicro), TRX: String(row.withdrawalFeeTrxMicro) },
      referralRatesPpm: [row.referralLevel1Ppm, row.referralLevel2Ppm, row.referralLevel3Ppm],
      referralCapPpm: row.referralCapPpm,
      publishedAtMs: row.publishedAt,
      startsAtMs: row.startsAt,
    })),
    runs: runs.map((run) => ({
      id: run.id,
      runAtMs: run.runAt,
      currency: run.currency,
      termsVersion: run.termsVersion,
      isClosed: run.state === 'closed',
      due: String(run.dueMicro),
      referralDue: String(run.referralDueMicro),
      sharePpb: run.sharePpb ?? 0,
      referralSharePpb: run.referralSharePpb ?? 0,
      reserveBefore: String(run.reserveBeforeMicro ?? 0n),
      fixed: String(run.fixedMicro ?? 0n),
      paid: String(run.paidMicro),
      referralPaid: String(run.referralPaidMicro),
      root: run.root,
    })),
  };
}
