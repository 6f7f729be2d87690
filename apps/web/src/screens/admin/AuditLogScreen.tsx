import { ADMIN_ACTIONS } from '@glasspool/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type AuditLineView, trpc } from '../../api/trpc.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { Pager } from '../../components/Pager.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { describeChange } from '../../components/record-facts.ts';
import { useUrlState } from '../../components/use-url-state.ts';
import { formatTableTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const PAGE_SIZE = 20;

/** Who did what, when, from where, and what it changed. The database itself keeps every line as it was written. */
export function AuditLogScreen() {
  const { page, read, write } = useUrlState();
  const action = ADMIN_ACTIONS.find((one) => one === read('action'));
  const log = trpc.audit.listAdminActions.useQuery(
    { page, limit: PAGE_SIZE, action },
    { placeholderData: keepPreviousData },
  );
  const rows = log.data?.data;
  return (
    <>
      <PageTitle>{t('admin.audit.title')}</PageTitle>
      <Card title={t('admin.audit.lines')}>
        <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
          <Select
            label={t('admin.audit.action')}
            value={action ?? ''}
            choices={[
              { value: '', label: t('admin.all') },
              ...ADMIN_ACTIONS.map((value) => ({ value, label: value })),
            ]}
            onChange={(value) => write({ action: value })}
          />
          <DownloadButton path="/api/exports/audit-log.csv" query={{ action }} />
        </div>
        {log.isPending && <Skeleton className="h-64" />}
        {log.isError && rows === undefined && (
          <LoadError textId="admin.audit.failed" onRetry={() => void log.refetch()} />
        )}
        {rows?.length === 0 && <p className="text-text-2">{t('admin.audit.empty')}</p>}
        {rows !== undefined && rows.length > 0 && (
          <DataTable
            caption={t('admin.audit.title')}
            columns={columns()}
            rows={rows}
            keyOf={(row) => String(row.id)}
            isStale={log.isPlaceholderData}
          />
        )}
        {log.data !== undefined && (
          <Pager
            page={page}
            limit={PAGE_SIZE}
            total={log.data.meta.total}
            isLoading={log.isFetching}
            onChange={(next) => write({ page: next })}
          />
        )}
      </Card>
    </>
  );
}

function columns(): Column<AuditLineView>[] {
  const code = (text: string) => <code className="font-mono text-[13px] break-all">{text}</code>;
  return [
    { id: 'when', title: t('admin.history.date'), cell: (line) => formatTableTime(line.createdAt) },
    {
      id: 'who',
      title: t('admin.audit.who'),
      cell: (line) => <span className="break-all">{line.adminEmail}</span>,
    },
    { id: 'action', title: t('admin.audit.action'), cell: (line) => line.action },
    { id: 'subject', title: t('admin.audit.subject'), cell: (line) => code(line.subject) },
    {
      id: 'change',
      title: t('admin.audit.change'),
      cell: (line) =>
        describeChange(line.beforeJson, line.afterJson).map((text) => (
          <span key={text} className="block break-words">
            {text}
          </span>
        )),
    },
    { id: 'from', title: t('admin.audit.from'), cell: (line) => line.fromAddress },
  ];
}
