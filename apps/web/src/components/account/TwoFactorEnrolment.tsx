import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { useRefreshRefused } from '../../api/refresh.ts';
import { trpc } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Form } from '../frame/Form.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PasswordField } from './PasswordField.tsx';
import { StepUp } from './StepUp.tsx';
import { useStepUp } from './use-step-up.ts';

const QR_SIZE_PX = 200;
/** Modules of white around the code, without which cameras do not find it. */
const QR_QUIET_ZONE = 4;

/** Scans a key into an app and proves it with the first code. Hands over the recovery codes. */
export function TwoFactorEnrolment({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const refreshRefused = useRefreshRefused();
  const [password, setPassword] = useState('');
  const begin = trpc.users.beginTwoFactor.useMutation();
  const confirm = trpc.users.confirmTwoFactor.useMutation({
    onSuccess: ({ recoveryCodes }) => {
      onCodes(recoveryCodes);
      refreshRefused();
    },
  });
  const failure = begin.isError ? describeCallError(begin.error, 'call.failed') : undefined;
  const stepUp = useStepUp({ failure, isBusy: begin.isPending });
  if (stepUp.isAsked)
    return (
      <StepUp
        codeError={stepUp.codeError}
        text={t('factor.adding')}
        isBusy={begin.isPending}
        submit={t('factor.begin')}
        onCode={(totp) => begin.mutate({ password, totp })}
        onCancel={() => begin.reset()}
      />
    );
  if (begin.data === undefined) {
    return (
      <BeginForm
        error={failure?.message}
        isBusy={begin.isPending}
        password={password}
        onPassword={setPassword}
        onSubmit={() => begin.mutate({ password })}
      />
    );
  }
  return (
    <div className="space-y-4">
      <p className="text-text-2">{t('factor.scan')}</p>
      <div className="mx-auto w-fit overflow-hidden rounded-control bg-white">
        <QRCodeSVG
          value={begin.data.uri}
          size={QR_SIZE_PX}
          marginSize={QR_QUIET_ZONE}
          level="M"
          title={t('factor.qr')}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3 rounded-control bg-sunken p-3">
        <code className="min-w-0 flex-1 font-mono text-[13px] break-all">{begin.data.secret}</code>
        <CopyButton text={begin.data.secret} label={t('factor.copySecret')} />
      </div>
      <CodeForm
        label={t('factor.firstCode')}
        submit={t('factor.confirm')}
        error={confirm.isError ? describeCallError(confirm.error, 'call.failed').message : undefined}
        isBusy={confirm.isPending}
        onSubmit={(code) => confirm.mutate({ code })}
      />
    </div>
  );
}

interface BeginFormProps {
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  readonly onSubmit: () => void;
}

/** Introduces two-factor authentication, and asks for the password. */
function BeginForm({ error, isBusy, password, onPassword, onSubmit }: BeginFormProps) {
  return (
    <Form
      className="space-y-4"
      failure={undefined}
      isBusy={isBusy}
      submitText={t('factor.begin')}
      onSubmit={onSubmit}
    >
      <p className="text-text-2">{t('factor.text')}</p>
      <PasswordField
        label={t('factor.password')}
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={(event) => onPassword(event.target.value)}
      />
    </Form>
  );
}
