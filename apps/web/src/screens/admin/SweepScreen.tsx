import { keepPreviousData } from '@tanstack/react-query';
import { type SweepAddressView, type SweepView, trpc } from '../../api/trpc.ts';
import type { Column } from '../../components/frame/DataTable.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { PagedTable } from '../../components/frame/PagedTable.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { useUrlState } from '../../components/frame/use-url-state.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { ADMIN_PLACES, formatMoney } from '../../components/money/amounts.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const PAGE_SIZE = 20;

/** The newest sweep, address by address. */
export function SweepScreen() {
  const newest = trpc.sweeps.findNewestSweep.useQuery();
  const sweep = newest.data?.sweep;
  return (
    <>
      <PageTitle>{t('admin.sweep.pageTitle')}</PageTitle>
      {newest.isPending && <Skeleton className="h-64" />}
      {newest.isError && newest.data === undefined && (
        <LoadError textId="admin.sweep.failed" onRetry={() => void newest.refetch()} />
      )}
      {sweep === null && <p className="text-text-2">{t('admin.sweep.none')}</p>}
      {sweep != null && (
        <>
          <Summary sweep={sweep} />
          <Addresses id={sweep.id} />
        </>
      )}
    </>
  );
}

function Summary({ sweep }: { sweep: SweepView }) {
  const { state, createdAt, finishedAt, requestedBy, progress } = sweep;
  return (
    <Card title={t(state === 'running' ? 'admin.sweep.isRunning' : 'admin.sweep.isDone')}>
      <Facts
        facts={[
          [t('admin.sweep.by'), requestedBy],
          [t('admin.sweep.began'), formatDateTime(createdAt)],
          ...(finishedAt === null ? [] : [[t('admin.sweep.ended'), formatDateTime(finishedAt)] as const]),
          ...progress.map(
            ({ currency, decided, addresses, swept }) =>
              [
                t('admin.sweep.progress', { decided, addresses }),
                formatMoney(swept, currency, ADMIN_PLACES),
              ] as const,
          ),
        ]}
      />
    </Card>
  );
}

function Addresses({ id }: { id: SweepView['id'] }) {
  const { page, write } = useUrlState();
  const addresses = trpc.sweeps.listSweepAddresses.useQuery(
    { id, page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  return (
    <Card title={t('admin.sweep.list')}>
      <PagedTable
        query={addresses}
        caption={t('admin.sweep.list')}
        columns={columns()}
        toKey={(row) => row.address}
        emptyText={t('admin.sweep.none')}
        loading={<Skeleton className="h-64" />}
        errorTextId="admin.sweep.failed"
        page={page}
        pageSize={PAGE_SIZE}
        onPage={(next) => write({ page: next })}
      />
    </Card>
  );
}

function columns(): Column<SweepAddressView>[] {
  return [
    {
      id: 'address',
      title: t('admin.sweep.address'),
      cell: ({ address }) => <code className="font-mono text-[13px] break-all">{address}</code>,
    },
    {
      id: 'amount',
      title: t('admin.history.amount'),
      isNumber: true,
      cell: ({ amount, currency }) => <Amount micro={amount} currency={currency} places={ADMIN_PLACES} />,
    },
    {
      id: 'state',
      title: t('admin.history.status'),
      cell: ({ state, reason }) =>
        reason === null ? t(`admin.sweep.state.${state}`) : t(`admin.sweep.reason.${reason}`),
    },
  ];
}
