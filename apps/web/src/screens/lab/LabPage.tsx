import type { ReactNode } from 'react';
import { type PoolFigures, trpc } from '../../api/trpc.ts';
import { Footer } from '../../components/frame/Footer.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { PublicHeader } from '../../components/frame/PublicHeader.tsx';
import { t } from '../../i18n/language.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

interface LabPageProps {
  readonly title: string;
  /** Purpose of the page, there from the first paint. */
  readonly lead: string;
  readonly isNarrow?: boolean;
  readonly children: (figures: PoolFigures) => ReactNode;
}

/** A page that local networks alone have. On others it says so. */
export function LabPage({ title, lead, isNarrow = false, children }: LabPageProps) {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <>
      <PublicHeader />
      <main
        id="content"
        tabIndex={-1}
        className={classNames(
          'mx-auto px-4 pt-6 pb-16 lg:px-8',
          isNarrow ? 'max-w-[880px]' : 'max-w-[1120px]',
        )}
      >
        <PageTitle>{title}</PageTitle>
        <p className="mt-2 max-w-[70ch] text-lg/7 text-text-2">{lead}</p>
        {figures.isPending && <Skeleton className="mt-4 h-[720px]" />}
        {figures.isError && figures.data === undefined && (
          <LoadError textId="lab.failed" onRetry={() => void figures.refetch()} />
        )}
        {figures.data !== undefined &&
          (figures.data.network === 'local' ? (
            children(figures.data)
          ) : (
            <p className="mt-2 text-text-2">{t('lab.board.localOnly')}</p>
          ))}
      </main>
      <Footer sourceUrl={figures.data?.sourceUrl} />
    </>
  );
}
