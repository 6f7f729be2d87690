import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';

type Choice = 'emailAlerts' | 'marketingEmails';

/** Settings of mail notifications. Each switch saves at once; one that could not be saved goes back. */
export function NotificationsTab() {
  const utils = trpc.useUtils();
  const notifications = trpc.users.getNotifications.useQuery();
  const [saved, setSaved] = useState<Choice>();
  const save = trpc.users.setNotifications.useMutation({
    onError: (error) => notify.error(describeCallError(error, 'call.failed').message),
    onSettled: () => utils.users.getNotifications.invalidate(),
  });
  const change = (choice: Choice, isOn: boolean): void => {
    setSaved(undefined);
    utils.users.getNotifications.setData(undefined, (old) => old && { ...old, [choice]: isOn });
    save.mutate({ [choice]: isOn }, { onSuccess: () => setSaved(choice) });
  };
  const getHint = (choice: Choice): string =>
    saved === choice ? t('notifications.saved') : t(`notifications.${choice}.hint`);
  return (
    <Card title={t('settings.tab.notifications')}>
      {notifications.isPending && <Skeleton className="h-[222px]" />}
      {notifications.isError && notifications.data === undefined && (
        <LoadError textId="notifications.failed" onRetry={() => void notifications.refetch()} />
      )}
      {notifications.data !== undefined && (
        <div className="divide-y divide-line">
          <Switch
            label={t('notifications.emailAlerts')}
            hint={getHint('emailAlerts')}
            isOn={notifications.data.emailAlerts}
            onChange={(isOn) => change('emailAlerts', isOn)}
          />
          <Switch
            label={t('notifications.sms')}
            hint={t('notifications.sms.hint')}
            isOn={false}
            disabled
            onChange={() => undefined}
          />
          <Switch
            label={t('notifications.marketingEmails')}
            hint={getHint('marketingEmails')}
            isOn={notifications.data.marketingEmails}
            onChange={(isOn) => change('marketingEmails', isOn)}
          />
        </div>
      )}
      <span role="status" className="sr-only">
        {saved !== undefined && t('notifications.saved')}
      </span>
    </Card>
  );
}
