import { trpc } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';
import { Notice } from '../../ui/Notice.tsx';

const HOUR_MS = 3_600_000;
/** As every verifier has it (docs/proof-of-solvency.md): an older snapshot says nothing of today. */
const PROOF_HOURS_MAX = 26;

/** Says that the newest snapshot is older than any verifier accepts. */
export function LateProof() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const snapshots = trpc.transparency.listSnapshots.useQuery({ limit: 1 });
  const cutOffAt = snapshots.data?.data[0]?.cutOffAt;
  if (cutOffAt === undefined || figures.data === undefined) return null;
  const hours = (figures.data.now - cutOffAt) / HOUR_MS;
  return (
    hours > PROOF_HOURS_MAX && (
      <Notice look="warning">{t('landing.bad.noProof', { hours: Math.floor(hours) })}</Notice>
    )
  );
}
