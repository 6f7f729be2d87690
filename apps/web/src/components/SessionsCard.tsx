import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { trpc } from '../api/trpc.ts';
import { formatDateTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { LoadError } from './LoadError.tsx';

/** Where the user is signed in, and the way to end all of it but this. */
export function SessionsCard() {
  const utils = trpc.useUtils();
  const sessions = trpc.users.listSessions.useQuery();
  const end = trpc.users.endOtherSessions.useMutation({
    onSuccess: ({ ended }) => {
      notify.success(t('sessions.ended', { count: ended }));
      void utils.users.listSessions.invalidate();
    },
    onError: (error) => notify.error(describeCallError(error, 'sessions.endFailed').message),
  });
  const others = sessions.data?.filter((session) => !session.isCurrent) ?? [];
  return (
    <Card title={t('sessions.title')}>
      {sessions.isPending && <Skeleton className="h-16" />}
      {sessions.isError && sessions.data === undefined && (
        <LoadError textId="sessions.failed" onRetry={() => void sessions.refetch()} />
      )}
      <ul className="mb-4 divide-y divide-line">
        {sessions.data?.map((session) => (
          <li key={session.startedAt} className="py-2.5">
            <p className="font-medium">{session.isCurrent ? t('sessions.this') : t('sessions.other')}</p>
            {session.userAgent !== null && (
              <p className="text-[13px]/[18px] break-words text-text-2">
                {t('sessions.from', { program: session.userAgent, address: session.address ?? '' })}
              </p>
            )}
            <p className="text-[13px]/[18px] text-text-2">
              {t('sessions.times', {
                started: formatDateTime(session.startedAt),
                seen: formatDateTime(session.lastSeenAt),
              })}
            </p>
          </li>
        ))}
      </ul>
      <Button
        look="secondary"
        disabled={others.length === 0}
        isBusy={end.isPending}
        onClick={() => end.mutate()}
      >
        {t('sessions.end')}
      </Button>
      {sessions.data !== undefined && others.length === 0 && (
        <p className="mt-2 text-[13px]/[18px] text-text-2">{t('sessions.none')}</p>
      )}
    </Card>
  );
}
