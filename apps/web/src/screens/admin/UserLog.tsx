import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { trpc, type UserView } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { DownloadButton } from '../../components/frame/DownloadButton.tsx';
import { PagedTable } from '../../components/frame/PagedTable.tsx';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { auditColumns } from './AuditLogScreen.tsx';

const PAGE_SIZE = 10;

/** Notes about a user and actions on the account: lines of the audit log, which are never changed. */
export function UserLog({ id }: { id: UserView['id'] }) {
  const isAdmin = useIsAdmin();
  const [page, setPage] = useState(1);
  const log = trpc.audit.listAdminActions.useQuery(
    { subject: id, page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  return (
    <Card title={t('admin.users.log')}>
      <div className="mb-4 space-y-4">
        {isAdmin && <NoteForm id={id} />}
        <DownloadButton path="/api/exports/audit-log.csv" query={{ subject: id }} />
      </div>
      <PagedTable
        query={log}
        caption={t('admin.users.log')}
        columns={auditColumns({ hasSubject: false })}
        toKey={(row) => String(row.id)}
        emptyText={t('admin.users.noLog')}
        loading={<Skeleton className="h-64" />}
        errorTextId="admin.audit.failed"
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
      />
    </Card>
  );
}

function NoteForm({ id }: { id: UserView['id'] }) {
  const utils = trpc.useUtils();
  const [note, setNote] = useState('');
  const add = trpc.users.addNote.useMutation({
    onSuccess: () => {
      setNote('');
      notify.success(t('admin.users.noteAdded'));
      void utils.audit.invalidate();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate({ id, note });
  };
  return (
    <form className="flex flex-wrap items-start gap-3" noValidate onSubmit={submit}>
      <Field
        className="min-w-0 flex-1"
        label={t('admin.users.note')}
        hint={t('admin.users.noteHint')}
        value={note}
        autoComplete="off"
        error={add.isError ? describeCallError(add.error, 'call.failed').message : undefined}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" look="secondary" className="mt-7" isBusy={add.isPending}>
        {t('admin.users.addNote')}
      </Button>
    </form>
  );
}
