import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notifyIfLost } from '../../api/notify-if-lost.ts';
import { useSession } from '../../api/session.ts';
import { type ReviewView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { Amount } from '../../components/Amount.tsx';
import { ADMIN_PLACES, formatMoney } from '../../components/amounts.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { StepUp } from '../../components/StepUp.tsx';
import { useStepUp } from '../../components/use-step-up.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The withdrawals above a limit, oldest first: users', and what the operator takes out of the hot wallet. */
export function ReviewQueue() {
  const reviews = trpc.withdrawals.listReviews.useQuery();
  return (
    <Card title={t('admin.reviews')}>
      {reviews.isPending && <Skeleton className="h-6" />}
      {reviews.isError && reviews.data === undefined && (
        <LoadError textId="admin.reviewsFailed" onRetry={() => void reviews.refetch()} />
      )}
      {reviews.data?.data.length === 0 && <p className="text-text-2">{t('admin.noReviews')}</p>}
      <ul className="divide-y divide-line">
        {reviews.data?.data.map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
    </Card>
  );
}

function ReviewItem({ review }: { review: ReviewView }) {
  const { currency, address, amount, createdAt, email, source, reason } = review;
  const isOwn = useSession()?.email === email;
  const isAdmin = useIsAdmin();
  return (
    <li className="space-y-3 py-4 first:pt-0 last:pb-0">
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
        <Amount micro={amount} currency={currency} places={ADMIN_PLACES} />
        <span className="text-[13px]/[18px] font-normal text-text-2">{formatDateTime(createdAt)}</span>
      </p>
      <p className="text-[13px]/[18px] break-words text-text-2">
        {t(source === 'operator' ? 'admin.reviewOfOperator' : 'admin.reviewOfUser', { email })}
      </p>
      <div>
        <AddressText address={address} />
      </div>
      {reason !== null && <Notice look="warning">{translateSentence(reason)}</Notice>}
      {isOwn && <Notice look="warning">{t('admin.reviewOwn')}</Notice>}
      {isAdmin && !isOwn && <Decision review={review} />}
    </li>
  );
}

function Decision({ review: { id, amount, currency, address } }: { review: ReviewView }) {
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const decide = trpc.withdrawals.reviewWithdrawal.useMutation({
    onError: notifyIfLost,
    onSettled: () => {
      void utils.withdrawals.listReviews.invalidate();
      void utils.notices.invalidate();
    },
  });
  const failure = decide.isError ? describeCallError(decide.error, 'call.failed') : undefined;
  const stepUp = useStepUp({ failure, isBusy: decide.isPending });
  if (stepUp.isAsked)
    return (
      <StepUp
        codeError={stepUp.codeError}
        text={t('stepup.approve', { amount: formatMoney(amount, currency, ADMIN_PLACES), address })}
        isBusy={decide.isPending}
        submit={t('admin.approve')}
        onCode={(totp) => decide.mutate({ id, decision: 'approve', totp })}
        onCancel={() => decide.reset()}
      />
    );
  const isAboutReason = failure?.field === 'reason';
  return (
    <>
      <Field
        label={t('admin.reason')}
        value={reason}
        autoComplete="off"
        error={isAboutReason ? failure?.message : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      {failure !== undefined && !isAboutReason && <Notice look="negative">{failure.message}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <Button
          look="secondary"
          isBusy={decide.isPending}
          onClick={() => decide.mutate({ id, decision: 'reject', reason })}
        >
          {t('admin.reject')}
        </Button>
        <Button isBusy={decide.isPending} onClick={() => decide.mutate({ id, decision: 'approve' })}>
          {t('admin.approve')}
        </Button>
      </div>
    </>
  );
}
