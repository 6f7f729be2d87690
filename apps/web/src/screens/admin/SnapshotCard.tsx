import { notify } from '../../api/notify.ts';
import { trpc } from '../../api/trpc.ts';
import { useCodeField } from '../../components/account/use-code-field.tsx';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Takes a snapshot of the books for everyone to check, besides the scheduled ones. */
export function SnapshotCard() {
  const utils = trpc.useUtils();
  const request = trpc.transparency.requestSnapshot.useMutation({
    onSuccess: ({ number }) => {
      notify.success(t('admin.snapshot.taken', { number }));
      void utils.transparency.invalidate();
    },
  });
  const code = useCodeField(request, (totp) => request.mutate({ totp }));
  return (
    <Card title={t('admin.snapshot.take')}>
      <div className="space-y-4">
        <p className="text-text-2">{t('admin.snapshot.text')}</p>
        {request.isSuccess && (
          <Notice look="positive">{t('admin.snapshot.taken', { number: request.data.number })}</Notice>
        )}
        {code.failure !== undefined && <Notice look="negative">{code.failure.message}</Notice>}
        {code.field}
        <Button isBusy={request.isPending} onClick={() => request.mutate({ totp: code.totp })}>
          {t('admin.snapshot.take')}
        </Button>
      </div>
    </Card>
  );
}
