import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { type SessionView, trpc } from '../../api/trpc.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Form } from '../frame/Form.tsx';
import { LoadError } from '../frame/LoadError.tsx';
import { RemovableRow } from '../frame/RemovableRow.tsx';
import { PasswordField } from './PasswordField.tsx';

/** Sessions of the user. Ending one, or all others, needs the password. */
export function SessionsCard() {
  const sessions = trpc.users.listSessions.useQuery();
  const others = sessions.data?.filter((session) => !session.isCurrent) ?? [];
  const current = sessions.data?.find((session) => session.isCurrent);
  return (
    <Card title={t('sessions.title')}>
      {sessions.isPending && <Skeleton className="h-16" />}
      {sessions.isError && sessions.data === undefined && (
        <LoadError textId="sessions.failed" onRetry={() => void sessions.refetch()} />
      )}
      {current !== undefined && (
        <div className="py-3">
          <p className="font-medium">{t('sessions.this')}</p>
          <p className="text-[13px]/[18px] break-words text-text-2">{describe(current)}</p>
        </div>
      )}
      {others.length > 0 && <OtherSessions sessions={others} />}
      {sessions.data !== undefined && others.length === 0 && (
        <p className="mt-2 text-[13px]/[18px] text-text-2">{t('sessions.none')}</p>
      )}
    </Card>
  );
}

function OtherSessions({ sessions }: { sessions: readonly SessionView[] }) {
  const utils = trpc.useUtils();
  const [password, setPassword] = useState('');
  const end = trpc.users.endSessions.useMutation({
    onSuccess: ({ ended }) => {
      notify.success(t('sessions.ended', { count: ended }));
      void utils.users.listSessions.invalidate();
    },
  });
  return (
    <Form
      className="space-y-4 border-t border-line"
      failure={undefined}
      isBusy={end.isPending && end.variables.sessionId === undefined}
      look="secondary"
      submitText={t('sessions.end')}
      onSubmit={() => end.mutate({ password })}
    >
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <RemovableRow
            key={session.id}
            title={t('sessions.other')}
            detail={describe(session)}
            action={t('sessions.endOne')}
            name={describe(session)}
            isBusy={end.isPending && end.variables.sessionId === session.id}
            onRemove={() => end.mutate({ password, sessionId: session.id })}
          />
        ))}
      </ul>
      <PasswordField
        label={t('sessions.password')}
        autoComplete="current-password"
        value={password}
        error={end.isError ? describeCallError(end.error, 'call.failed').message : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Form>
  );
}

function describe({ userAgent, program, ipAddress, startedAt, lastSeenAt }: SessionView): string {
  const times = t('sessions.times', {
    started: formatDateTime(startedAt),
    seen: formatDateTime(lastSeenAt),
  });
  if (userAgent === null) return times;
  const name = program === null ? userAgent : t('sessions.program', program);
  return `${t('sessions.from', { program: name, address: ipAddress ?? '' })} · ${times}`;
}
