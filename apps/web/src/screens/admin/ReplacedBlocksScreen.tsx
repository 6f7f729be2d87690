import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type ReopenedView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import type { Column } from '../../components/frame/DataTable.tsx';
import { PagedTable } from '../../components/frame/PagedTable.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { ADMIN_PLACES } from '../../components/money/amounts.ts';
import { formatTableTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { GiveBack } from './GiveBack.tsx';

const PAGE_SIZE = 20;

/**
 * Page for a chain that replaced blocks which it had called final: why payouts are stopped, what the chain had said of each thing that the
 * pool signed, what it says now, and what is left to a person.
 */
export function ReplacedBlocksScreen() {
  const [page, setPage] = useState(1);
  const isAdmin = useIsAdmin();
  const halts = trpc.reopened.listHalts.useQuery();
  const rows = trpc.reopened.listReopened.useQuery(
    { page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <PageTitle>{t('replacedBlocks.title')}</PageTitle>
      <p className="text-text-2">{t('replacedBlocks.text')}</p>
      {halts.data?.map(({ network, reasons }) => (
        <Notice key={network} look="negative">
          <p className="font-medium">{t('replacedBlocks.halted', { network })}</p>
          {reasons.split('\n').map((reason) => (
            <p key={reason} className="break-words">
              {reason}
            </p>
          ))}
        </Notice>
      ))}
      <Card title={t('replacedBlocks.rows')}>
        <PagedTable
          query={rows}
          caption={t('replacedBlocks.rows')}
          columns={columns(isAdmin)}
          toKey={(row) => row.id}
          emptyText={t('replacedBlocks.empty')}
          loading={<Skeleton className="h-64" />}
          errorTextId="replacedBlocks.failed"
          page={page}
          pageSize={PAGE_SIZE}
          onPage={setPage}
        />
      </Card>
    </>
  );
}

function columns(isAdmin: boolean): Column<ReopenedView>[] {
  return [
    { id: 'what', title: t('replacedBlocks.what'), cell: (row) => <What row={row} /> },
    { id: 'time', title: t('replacedBlocks.since'), cell: (row) => formatTableTime(row.reopenedAt) },
    { id: 'former', title: t('replacedBlocks.former'), cell: ({ former }) => <Said said={former} /> },
    { id: 'now', title: t('replacedBlocks.now'), cell: ({ now }) => <Said said={now} /> },
    {
      id: 'do',
      title: t('replacedBlocks.do'),
      cell: (row) =>
        isAdmin && row.now.state === 'lost' ? (
          <GiveBack row={row} />
        ) : (
          t(`replacedBlocks.do.${row.now.state}`)
        ),
    },
  ];
}

function What({ row: { network, purpose, withdrawal } }: { row: ReopenedView }) {
  const name = t(`replacedBlocks.purpose.${purpose}`);
  return (
    <>
      <span className="block">{t('replacedBlocks.onNetwork', { name, network })}</span>
      {withdrawal !== null && (
        <>
          <Amount micro={withdrawal.amount} currency={withdrawal.currency} places={ADMIN_PLACES} />
          <span className="block text-[13px]/[18px] font-normal break-words text-text-2">
            {withdrawal.email}
          </span>
        </>
      )}
    </>
  );
}

function Said({ said: { state, txHash, blockHeight } }: { said: ReopenedView['now'] }) {
  return (
    <span>
      <span className="block">{t(`replacedBlocks.state.${state}`)}</span>
      {blockHeight !== null && (
        <span className="block text-[13px]/[18px] text-text-2" title={txHash ?? undefined}>
          {t('replacedBlocks.block', { height: blockHeight })}
        </span>
      )}
    </span>
  );
}
