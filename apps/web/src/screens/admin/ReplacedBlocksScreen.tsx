import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type ReopenedView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import type { Column } from '../../components/frame/DataTable.tsx';
import { DialogSlot } from '../../components/frame/DialogSlot.tsx';
import { PagedTable } from '../../components/frame/PagedTable.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { useUrlDialog } from '../../components/frame/use-url-dialog.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { ADMIN_PLACES } from '../../components/money/amounts.ts';
import { RecordLink } from '../../components/money/RecordLink.tsx';
import { ShortHash } from '../../components/money/ShortHash.tsx';
import { GiveBackDialog } from '../../dialogs/give-back.tsx';
import { formatTableTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const PAGE_SIZE = 20;

/**
 * Page for a chain that replaced blocks which it had called final: why payouts are stopped, what the chain had said of each thing that the
 * pool signed, what it says now, and what is left to a person.
 */
export function ReplacedBlocksScreen() {
  const [page, setPage] = useState(1);
  const isAdmin = useIsAdmin();
  const dialog = useUrlDialog(['giveBack']);
  const halts = trpc.reopened.listHalts.useQuery();
  const rows = trpc.reopened.listReopened.useQuery(
    { page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const chosen = rows.data?.data.find(({ id, now }) => id === dialog.id && now.state === 'lost');
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
          columns={columns(isAdmin ? ({ id }) => dialog.open('giveBack', { id }) : undefined)}
          toKey={(row) => row.id}
          emptyText={t('replacedBlocks.empty')}
          loading={<Skeleton className="h-64" />}
          errorTextId="replacedBlocks.failed"
          page={page}
          pageSize={PAGE_SIZE}
          onPage={setPage}
        />
      </Card>
      <DialogSlot name={dialog.kind && dialog.id} onClose={dialog.close}>
        {isAdmin && dialog.kind !== undefined && chosen?.withdrawal != null && (
          <GiveBackDialog
            withdrawal={chosen.withdrawal}
            txHash={chosen.former.txHash}
            onClose={dialog.close}
          />
        )}
      </DialogSlot>
    </>
  );
}

function columns(onGiveBack: ((row: ReopenedView) => void) | undefined): Column<ReopenedView>[] {
  return [
    { id: 'what', title: t('replacedBlocks.what'), cell: (row) => <What row={row} /> },
    { id: 'time', title: t('replacedBlocks.since'), cell: (row) => formatTableTime(row.reopenedAt) },
    { id: 'former', title: t('replacedBlocks.former'), cell: ({ former }) => <Said said={former} /> },
    { id: 'now', title: t('replacedBlocks.now'), cell: ({ now }) => <Said said={now} /> },
    {
      id: 'do',
      title: t('replacedBlocks.do'),
      cell: (row) =>
        onGiveBack !== undefined && row.now.state === 'lost' ? (
          <Button look="quiet" className="min-h-11 px-3 text-sm" onClick={() => onGiveBack(row)}>
            {t('replacedBlocks.giveBack')}
          </Button>
        ) : (
          t(`replacedBlocks.do.${hasTokensBack(row) ? 'sweepAgain' : row.now.state}`)
        ),
    },
  ];
}

/** Returns true for a sweep that did not happen in the new blocks: its tokens are at the deposit address again. */
function hasTokensBack({ purpose, now: { state } }: ReopenedView): boolean {
  return purpose === 'sweep' && (state === 'failed' || state === 'dropped');
}

function What({ row: { id, network, purpose, withdrawal } }: { row: ReopenedView }) {
  const name = t(`replacedBlocks.purpose.${purpose}`);
  return (
    <>
      <span className="block">{t('replacedBlocks.onNetwork', { name, network })}</span>
      {withdrawal !== null && (
        <>
          <Amount micro={withdrawal.amount} currency={withdrawal.currency} places={ADMIN_PLACES} />
          <span className="block text-[13px]/[18px] font-normal break-words text-text-2">
            {withdrawal.source === 'operator'
              ? t('replacedBlocks.ownFunds', { email: withdrawal.email })
              : withdrawal.email}
          </span>
        </>
      )}
      <RecordLink id={id} />
    </>
  );
}

function Said({ said: { state, txHash, blockHeight } }: { said: ReopenedView['now'] }) {
  return (
    <div className="space-y-1 py-2">
      <span className="block">{t(`replacedBlocks.state.${state}`)}</span>
      {blockHeight !== null && (
        <span className="block text-[13px]/[18px] text-text-2">
          {t('replacedBlocks.block', { height: blockHeight })}
        </span>
      )}
      {txHash !== null && (
        <span className="flex flex-wrap items-center gap-2">
          <ShortHash hash={txHash} />
          <CopyButton text={txHash} label={t('transaction.copyHash')} />
        </span>
      )}
    </div>
  );
}
