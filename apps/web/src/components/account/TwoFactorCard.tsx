import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { useRefreshRefused } from '../../api/refresh.ts';
import { trpc } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LoadError } from '../frame/LoadError.tsx';
import { lazyPage } from '../frame/lazy-page.ts';
import { Part } from '../frame/Part.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const Enrolment = lazyPage(async () => (await import('./TwoFactorEnrolment.tsx')).TwoFactorEnrolment);

/** As high as the form that most people see. */
const BEGIN_HEIGHT = 'h-58 sm:h-52';

/** Two-factor authentication of an account: set it up, renew its recovery codes, remove it. */
export function TwoFactorCard() {
  const state = trpc.users.getTwoFactor.useQuery();
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Card title={t('factor.title')}>
      {state.isPending && <Skeleton className={BEGIN_HEIGHT} />}
      {state.isError && state.data === undefined && (
        <LoadError textId="factor.failed" onRetry={() => void state.refetch()} />
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {codes === undefined && state.data?.isEnrolled === false && (
        <Part fallback={<Skeleton className={BEGIN_HEIGHT} />}>
          <Enrolment onCodes={setCodes} />
        </Part>
      )}
      {codes === undefined && state.data?.isEnrolled === true && (
        <Enrolled codesLeft={state.data.recoveryCodesLeft} onCodes={setCodes} />
      )}
    </Card>
  );
}

type OnCodes = (codes: readonly string[]) => void;

function Enrolled({ codesLeft, onCodes }: { codesLeft: number; onCodes: OnCodes }) {
  const afterChange = useRefreshRefused();
  const [what, setWhat] = useState<'renew' | 'remove'>();
  const renew = trpc.users.renewRecoveryCodes.useMutation({
    onSuccess: ({ recoveryCodes }) => {
      onCodes(recoveryCodes);
      afterChange();
    },
  });
  const remove = trpc.users.removeTwoFactor.useMutation({ onSuccess: afterChange });
  const act = (what === 'renew' ? renew : remove).mutate;
  const failed = [renew, remove].find((one) => one.isError);
  return (
    <div className="space-y-4">
      <Notice look="positive">{t('factor.isOn', { count: codesLeft })}</Notice>
      {what === undefined ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <Button look="secondary" onClick={() => setWhat('renew')}>
            {t('factor.renew')}
          </Button>
          <Button look="secondary" onClick={() => setWhat('remove')}>
            {t('factor.remove')}
          </Button>
        </div>
      ) : (
        <>
          <CodeForm
            label={t('factor.code')}
            submit={t(what === 'renew' ? 'factor.renew' : 'factor.remove')}
            error={failed && describeCallError(failed.error, 'call.failed').message}
            isBusy={renew.isPending || remove.isPending}
            onSubmit={(code) => act({ code })}
          />
          <PasskeyButton isBusy={renew.isPending || remove.isPending} onCode={(code) => act({ code })} />
        </>
      )}
    </div>
  );
}
