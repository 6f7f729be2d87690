import { ADMIN_ACTIONS } from '@glasspool/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type AuditLineView, trpc } from '../../api/trpc.ts';
import type { Column } from '../../components/frame/DataTable.tsx';
import { DownloadButton } from '../../components/frame/DownloadButton.tsx';
import { PagedTable } from '../../components/frame/PagedTable.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { useUrlState } from '../../components/frame/use-url-state.ts';
import { RecordLink } from '../../components/money/RecordLink.tsx';
import { describeChange } from '../../components/money/record-facts.ts';
import { formatTableTime } from '../../i18n/format.ts';
import { hasText, t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const PAGE_SIZE = 20;

/** Audit log: actor, action, time, IP address and change of each entry. The database keeps every line as it was written. */
export function AuditLogScreen() {
  const { page, read, write } = useUrlState();
  const action = ADMIN_ACTIONS.find((one) => one === read('action'));
  const subject = read('subject') === '' ? undefined : read('subject');
  const filter = { action, subject };
  const log = trpc.audit.listAdminActions.useQuery(
    { page, limit: PAGE_SIZE, ...filter },
    { placeholderData: keepPreviousData },
  );
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
              ...ADMIN_ACTIONS.map((value) => ({ value, label: describeAction(value) })),
            ]}
            onChange={(value) => write({ action: value })}
          />
          <DownloadButton path="/api/exports/audit-log.csv" query={filter} />
        </div>
        {subject !== undefined && (
          <p className="mb-4 flex flex-wrap items-center gap-3">
            <span>{t('admin.audit.ofOne')}</span>
            <RecordLink id={subject} />
            <Button look="quiet" className="min-h-11" onClick={() => write({ subject: '' })}>
              {t('admin.audit.ofAll')}
            </Button>
          </p>
        )}
        <PagedTable
          query={log}
          caption={t('admin.audit.title')}
          columns={auditColumns()}
          toKey={(row) => String(row.id)}
          emptyText={t('admin.audit.empty')}
          loading={<Skeleton className="h-64" />}
          errorTextId="admin.audit.failed"
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => write({ page: next })}
        />
      </Card>
    </>
  );
}

/** Columns of the log; on a page about one record its subject is left out. */
export function auditColumns({ hasSubject = true } = {}): Column<AuditLineView>[] {
  const subject: Column<AuditLineView> = {
    id: 'subject',
    title: t('admin.audit.subject'),
    cell: (line) => <RecordLink id={line.subject} />,
  };
  return [
    { id: 'when', title: t('admin.history.date'), cell: (line) => formatTableTime(line.createdAt) },
    {
      id: 'who',
      title: t('admin.audit.who'),
      cell: (line) => <span className="wrap-anywhere lg:block lg:min-w-36">{line.adminEmail}</span>,
    },
    { id: 'action', title: t('admin.audit.action'), cell: (line) => describeAction(line.action) },
    ...(hasSubject ? [subject] : []),
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
    { id: 'from', title: t('admin.audit.from'), cell: (line) => line.ipAddress },
  ];
}

/** An action in words. One of an older version that the catalogue does not know keeps its name. */
function describeAction(action: string): string {
  const id = `admin.action.${action.replaceAll('.', '-')}`;
  return hasText(id) ? t(id) : action;
}
