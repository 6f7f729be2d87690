import { type PoolFigures, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { Part } from '../../components/frame/Part.tsx';
import { ADMIN_PLACES, formatMoney } from '../../components/money/amounts.ts';
import { formatRunwayShort } from '../../components/money/rates.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TermsCard } from './TermsCard.tsx';

const FundCard = lazyPage(async () => (await import('./FundCard.tsx')).FundCard);

/** Reward reserves by version of the terms, their runway, the form that funds one, and the terms. */
export function ReserveScreen() {
  const isAdmin = useIsAdmin();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <>
      <PageTitle>{t('admin.reserve.title')}</PageTitle>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <Card title={t('admin.reserve.now')}>
            {figures.isPending && <Skeleton className="h-[392px] lg:h-[352px]" />}
            {figures.isError && figures.data === undefined && (
              <LoadError textId="held.failed" onRetry={() => void figures.refetch()} />
            )}
            <div className="space-y-4">
              {figures.data?.currencies.map((one) => (
                <ReserveFacts key={one.currency} figures={one} />
              ))}
            </div>
          </Card>
          {isAdmin && figures.isPending && <Skeleton className="h-[428px] rounded-card lg:h-[420px]" />}
          <Part fallback={<Skeleton className="h-[428px] rounded-card lg:h-[420px]" />}>
            {isAdmin && figures.data !== undefined && (
              <FundCard figures={figures.data} versions={listVersions(figures.data)} />
            )}
          </Part>
        </div>
        <TermsCard />
      </div>
    </>
  );
}

function ReserveFacts({ figures }: { figures: PoolFigures['currencies'][number] }) {
  const { currency, reserves, ownFundsAvailable } = figures;
  const money = (micro: bigint): string => formatMoney(micro, currency, ADMIN_PLACES);
  return (
    <Facts
      facts={[
        ...reserves.flatMap(({ termsVersion: version, reserve, principal, runwayTenthDays }) => [
          [t('admin.reserve.of', { version }), money(reserve)] as const,
          [t('admin.reserve.principal'), money(principal)] as const,
          [t('admin.reserve.runway'), formatRunwayShort(runwayTenthDays)] as const,
        ]),
        [t('transparency.available'), money(ownFundsAvailable)],
      ]}
    />
  );
}

/** Versions of the terms whose reserve may be funded, the one in force first. */
function listVersions(figures: PoolFigures): number[] {
  const { version } = figures.terms;
  const running = figures.currencies.flatMap(({ reserves }) =>
    reserves.filter(({ principal }) => principal > 0n).map(({ termsVersion }) => termsVersion),
  );
  return [...new Set([version, ...running])].sort((a, b) => b - a);
}
