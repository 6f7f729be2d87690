import { useState } from 'react';
import { Link } from 'react-router-dom';
import { adminPaths } from '../admin-paths.ts';
import { type SweepPlanView, type SweepView, trpc } from '../api/trpc.ts';
import { useIsAdmin } from '../api/use-is-admin.ts';
import { useCodeField } from '../components/account/use-code-field.tsx';
import { LoadError } from '../components/frame/LoadError.tsx';
import { ADMIN_PLACES, formatMoney } from '../components/money/amounts.ts';
import { MoneyButton, MoneyRow } from '../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../components/money/use-money-request.ts';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Plan of a sweep with its costs, then its progress. The sweep continues when the dialog closes. */
export function SweepDialog({ onClose }: { onClose: () => void }) {
  const newest = trpc.sweeps.findNewestSweep.useQuery();
  const [startedId, setStartedId] = useState<string>();
  const sweep = newest.data?.sweep;
  const isShown = sweep != null && (sweep.state === 'running' || sweep.id === startedId);
  return (
    <Dialog title={t('admin.sweep.title')} onClose={onClose}>
      {newest.isPending && <Skeleton className="h-40" />}
      {newest.isError && newest.data === undefined && (
        <LoadError textId="admin.sweep.failed" onRetry={() => void newest.refetch()} />
      )}
      {isShown && <Progress sweep={sweep} onClose={onClose} />}
      {newest.data !== undefined && !isShown && <Plan onStart={setStartedId} onClose={onClose} />}
    </Dialog>
  );
}

function Plan({ onStart, onClose }: { onStart: (id: string) => void; onClose: () => void }) {
  const utils = trpc.useUtils();
  const isAdmin = useIsAdmin();
  const plan = trpc.sweeps.planSweep.useQuery();
  const start = trpc.sweeps.startSweep.useMutation({
    onSuccess: ({ data }) => {
      onStart(data.id);
      void utils.sweeps.invalidate();
    },
  });
  const begin = useMoneyRequest(start.mutate);
  const code = useCodeField(start, (totp, press) => begin(press, { totp }));
  const isWorthIt = plan.data?.some(({ addresses }) => addresses > 0) ?? false;
  return (
    <div className="space-y-4">
      <p className="text-text-2">{t('admin.sweep.text')}</p>
      {plan.isPending && <Skeleton className="h-32" />}
      {plan.isError && plan.data === undefined && (
        <LoadError textId="admin.sweep.planFailed" onRetry={() => void plan.refetch()} />
      )}
      {plan.data?.map((one) => (
        <PlanOf key={one.currency} plan={one} />
      ))}
      {plan.data !== undefined && !isWorthIt && <Notice look="warning">{t('admin.sweep.nothing')}</Notice>}
      {code.failure !== undefined && <Notice look="negative">{code.failure.message}</Notice>}
      {code.field}
      <MoneyRow
        beside={
          <Button look="secondary" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
        }
      >
        <MoneyButton
          isDisabled={!isWorthIt || !isAdmin}
          isBusy={start.isPending}
          text={t('admin.sweep.start')}
          onPress={(press) => begin(press, { totp: code.totp })}
        />
      </MoneyRow>
    </div>
  );
}

function PlanOf({ plan }: { plan: SweepPlanView }) {
  const { currency, addresses, amount, feeCurrency, feeMax } = plan;
  if (addresses === 0) return null;
  return (
    <Facts
      facts={[
        [t('admin.sweep.addresses', { currency }), String(addresses)],
        [t('admin.sweep.moves'), formatMoney(amount, currency, ADMIN_PLACES)],
        [t('admin.sweep.cost'), t('admin.sweep.atMost', { amount: formatMoney(feeMax, feeCurrency, 6) })],
      ]}
    />
  );
}

function Progress({ sweep, onClose }: { sweep: SweepView; onClose: () => void }) {
  return (
    <div className="space-y-4">
      {sweep.progress.map(({ currency, addresses, decided, swept }) => (
        <div key={currency} role="status">
          <p className="mb-1.5 flex flex-wrap justify-between gap-x-4 font-medium">
            <span>{t('admin.sweep.progress', { decided, addresses })}</span>
            <span>{formatMoney(swept, currency, ADMIN_PLACES)}</span>
          </p>
          <progress
            className="h-2 w-full accent-primary"
            max={addresses}
            value={decided}
            aria-label={currency}
          />
        </div>
      ))}
      {sweep.state === 'done' ? (
        <Notice look="positive">{t('admin.sweep.done')}</Notice>
      ) : (
        <p className="text-text-2">{t('admin.sweep.goesOn')}</p>
      )}
      <Link
        to={adminPaths.sweep}
        className="inline-flex min-h-11 items-center font-medium text-primary underline"
      >
        {t('admin.sweep.details')}
      </Link>
      <Button look="secondary" className="w-full" onClick={onClose}>
        {t('dialog.close')}
      </Button>
    </div>
  );
}
