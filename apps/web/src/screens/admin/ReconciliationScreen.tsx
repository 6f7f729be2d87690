import { displayChainAmount } from '@glasspool/core';
import { Link } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { type ReconciliationView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { Part } from '../../components/frame/Part.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { currentLanguage, t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SnapshotCard } from './SnapshotCard.tsx';
import { UnmatchedReceipts } from './UnmatchedReceipts.tsx';

const BookCorrection = lazyPage(async () => (await import('./BookCorrection.tsx')).BookCorrection);

/** Comparison of the chains at all addresses of the pool with the ledger, to the last unit, with the difference explained. */
export function ReconciliationScreen() {
  const isAdmin = useIsAdmin();
  const books = trpc.books.listReconciliations.useQuery();
  return (
    <>
      <PageTitle>{t('admin.books.title')}</PageTitle>
      <p className="text-text-2">
        <span>{t('admin.books.text')}</span>{' '}
        <Link to={adminPaths.reopened} className="font-medium text-primary underline">
          {t('admin.reopened')}
        </Link>
      </p>
      {books.isPending && <Skeleton className="h-[1400px] lg:h-[667px]" />}
      {books.isError && books.data === undefined && (
        <LoadError textId="admin.books.failed" onRetry={() => void books.refetch()} />
      )}
      {books.data?.length === 0 && <p className="text-text-2">{t('admin.solvency.notCompared')}</p>}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-3">
        {books.data?.map((one) => (
          <CurrencyCard key={one.currency} books={one} isAdmin={isAdmin} />
        ))}
      </div>
      <UnmatchedReceipts />
      {isAdmin && <SnapshotCard />}
    </>
  );
}

function CurrencyCard({ books, isAdmin }: { books: ReconciliationView; isAdmin: boolean }) {
  const { currency, checkedAt, differsSince } = books;
  const units = (value: bigint): string => displayChainAmount(currency, value, currentLanguage());
  const explained = books.onChainUnits - books.inCustodyUnits - books.unexplainedUnits;
  return (
    <Card title={currency}>
      <Facts
        facts={[
          [t('admin.books.onChain'), units(books.onChainUnits)],
          [t('admin.books.inLedger'), units(books.inCustodyUnits)],
          [t('admin.books.difference'), units(books.onChainUnits - books.inCustodyUnits)],
        ]}
      />
      <p className="mt-4 mb-1.5 font-medium">{t('admin.books.explainedBy', { amount: units(explained) })}</p>
      <Facts
        facts={[
          [t('admin.books.confirming'), units(books.confirmingUnits)],
          [t('admin.books.inFlight'), units(books.inFlightUnits)],
          [t('admin.books.quarantined'), units(books.quarantinedUnits)],
          [t('admin.books.lost'), units(books.lostUnits)],
          [t('admin.books.dust'), units(books.dustUnits)],
          [t('admin.books.unexplained'), units(books.unexplainedUnits)],
        ]}
      />
      <div className="mt-4">
        {differsSince === null ? (
          <Notice look="positive">{t('admin.books.agrees')}</Notice>
        ) : (
          <Notice look="negative">{t('admin.books.differs', { time: formatDateTime(differsSince) })}</Notice>
        )}
      </div>
      {isAdmin && (
        <Part>
          <BookCorrection currency={currency} differs={differsSince !== null} />
        </Part>
      )}
      <p className="mt-3 text-[13px]/[18px] text-text-3">
        {t('admin.books.checked', { time: formatDateTime(checkedAt) })}
      </p>
    </Card>
  );
}
