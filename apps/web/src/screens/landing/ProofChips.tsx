import { Link } from 'react-router-dom';
import { hoursSince, PROOF_HOURS_MAX } from '../../components/proof/proof-age.ts';
import { formatAge } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import type { Overview } from './overview.ts';

const CHIP =
  'inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-surface px-3.5 text-[13px] text-text-2';

/** The newest proof, its age, and how many people found their balance right in it. */
export function ProofChips({ overview }: { overview: Overview | undefined }) {
  return (
    <p className="mt-7 flex min-h-[80px] flex-wrap content-start gap-2">
      {overview !== undefined && overview.snapshot === null && (
        <span className={CHIP}>{t('landing.chip.none')}</span>
      )}
      {overview?.snapshot != null && (
        <>
          <Link
            to={{ pathname: paths.transparency, hash: '#snapshots' }}
            className={`${CHIP} hover:bg-sunken`}
          >
            <span
              aria-hidden
              className={`size-2 rounded-full ${hoursSince(overview.snapshot.cutOffAt, overview.now) > PROOF_HOURS_MAX ? 'bg-warning' : 'bg-positive'}`}
            />
            <span>
              {t('landing.chip.proof', {
                number: overview.snapshot.number,
                age: formatAge(overview.now - overview.snapshot.cutOffAt),
              })}
            </span>
          </Link>
          <span className={CHIP}>{t('landing.chip.verified', { count: overview.snapshot.verifiedBy })}</span>
          <span className={CHIP}>
            {t(overview.snapshot.isAnchored ? 'landing.chip.anchored' : 'landing.chip.waiting')}
          </span>
        </>
      )}
    </p>
  );
}
