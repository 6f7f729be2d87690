import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notifyIfLost } from '../../api/notify-if-lost.ts';
import { type HotWalletView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { StepUp } from '../../components/account/StepUp.tsx';
import { useStepUp } from '../../components/account/use-step-up.ts';
import { MoneyForm } from '../../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../../components/money/use-money-request.ts';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** A network that waits for a node which is away, and the form that lets it go on with the others. */
export function OneNode({
  network,
  leaveFrom,
  now,
}: HotWalletView['withoutNodes'][number] & { now: number }) {
  const isAdmin = useIsAdmin();
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const allow = trpc.hotWallet.allowOneNode.useMutation({
    onError: notifyIfLost,
    onSuccess: () => utils.invalidate(),
  });
  const send = useMoneyRequest(allow.mutate);
  const failure = allow.isError ? describeCallError(allow.error, 'call.failed') : undefined;
  const stepUp = useStepUp({ failure, isBusy: allow.isPending });
  const isEarly = leaveFrom > now;
  return (
    <div className="mb-4 space-y-3">
      <Notice look="warning">
        {t(isEarly ? 'admin.oneNode.early' : 'admin.oneNode.waits', { network, time: formatTime(leaveFrom) })}
      </Notice>
      {isAdmin && !isEarly && stepUp.isAsked && (
        <StepUp
          codeError={stepUp.codeError}
          text={t('stepup.oneNode', { network })}
          isBusy={allow.isPending}
          submit={t('admin.oneNode.allow')}
          onCode={(totp, press) => send(press, { network, reason, totp })}
          onCancel={() => allow.reset()}
        />
      )}
      {isAdmin && !isEarly && !stepUp.isAsked && (
        <MoneyForm
          className="space-y-3"
          failure={undefined}
          isBusy={allow.isPending}
          look="secondary"
          submitText={t('admin.oneNode.allow')}
          onMoney={(press) => send(press, { network, reason })}
        >
          <Field
            label={t('admin.hotWallet.whyHalt')}
            value={reason}
            autoComplete="off"
            error={failure?.message}
            onChange={(event) => setReason(event.target.value)}
          />
        </MoneyForm>
      )}
    </div>
  );
}
