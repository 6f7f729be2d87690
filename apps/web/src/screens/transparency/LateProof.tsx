import { trpc } from '../../api/trpc.ts';
import { hoursSince, PROOF_HOURS_MAX } from '../../components/proof/proof-age.ts';
import { t } from '../../i18n/language.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Warns that the newest snapshot is older than verifiers accept. */
export function LateProof() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const snapshots = trpc.transparency.listSnapshots.useQuery({ limit: 1 });
  const cutOffAt = snapshots.data?.data[0]?.cutOffAt;
  if (cutOffAt === undefined || figures.data === undefined) return null;
  const hours = hoursSince(cutOffAt, figures.data.now);
  return (
    hours > PROOF_HOURS_MAX && (
      <Notice look="warning">{t('landing.bad.noProof', { hours: Math.floor(hours) })}</Notice>
    )
  );
}
