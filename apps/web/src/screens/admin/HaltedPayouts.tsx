import { formatChainAmount } from '@glasspool/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { describeCallError } from '../../api/errors.ts';
import { notifyIfLost } from '../../api/notify-if-lost.ts';
import { trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { StepUp } from '../../components/account/StepUp.tsx';
import { useStepUp } from '../../components/account/use-step-up.ts';
import { MoneyForm } from '../../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../../components/money/use-money-request.ts';
import { t } from '../../i18n/language.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Reasons why payouts are off, a line each, and the form that switches them on again. */
export function HaltedPayouts({ reason }: { reason: string }) {
  const isAdmin = useIsAdmin();
  const utils = trpc.useUtils();
  const [why, setWhy] = useState('');
  const books = trpc.books.listReconciliations.useQuery();
  const differing = books.data?.filter(({ differsSince }) => differsSince !== null) ?? [];
  const resume = trpc.hotWallet.resumePayouts.useMutation({
    onError: notifyIfLost,
    // Refused, there may be another reason to show.
    onSettled: () => utils.hotWallet.invalidate(),
  });
  const send = useMoneyRequest(resume.mutate);
  const failure = resume.isError ? describeCallError(resume.error, 'call.failed') : undefined;
  const stepUp = useStepUp({ failure, isBusy: resume.isPending });
  return (
    <div className="mb-4 space-y-3">
      <Notice look="negative">
        <span className="whitespace-pre-line">{t('admin.hotWallet.halted', { reason })}</span>{' '}
        <Link to={adminPaths.reopened} className="underline">
          {t('admin.reopened')}
        </Link>
      </Notice>
      {differing.map(({ currency, unexplainedUnits }) => (
        <Notice key={currency} look="warning">
          <span>
            {t('admin.notice.reconciliation-difference', {
              currency,
              difference: formatChainAmount(currency, unexplainedUnits),
            })}
          </span>{' '}
          <Link to={adminPaths.reconciliation} className="underline">
            {t('admin.notices.look')}
          </Link>
        </Notice>
      ))}
      {isAdmin && stepUp.isAsked && (
        <StepUp
          codeError={stepUp.codeError}
          text={t('stepup.resume')}
          isBusy={resume.isPending}
          submit={t('admin.hotWallet.resume')}
          onCode={(totp, press) => send(press, { reason: why, frozen: reason, totp })}
          onCancel={() => resume.reset()}
        />
      )}
      {isAdmin && !stepUp.isAsked && (
        <MoneyForm
          className="space-y-3"
          failure={undefined}
          isBusy={resume.isPending}
          look="secondary"
          submitText={t('admin.hotWallet.resume')}
          onMoney={(press) => send(press, { reason: why, frozen: reason })}
        >
          <Field
            label={t('admin.hotWallet.whyResume')}
            value={why}
            autoComplete="off"
            error={failure?.message}
            onChange={(event) => setWhy(event.target.value)}
          />
        </MoneyForm>
      )}
    </div>
  );
}
