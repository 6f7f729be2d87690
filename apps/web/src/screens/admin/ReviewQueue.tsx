import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notifyIfLost } from '../../api/notify-if-lost.ts';
import { useSession } from '../../api/session.ts';
import { type ReviewView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { useHasTwoFactor } from '../../components/account/PasskeyButton.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { AddressText } from '../../components/money/AddressText.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { ADMIN_PLACES, formatExact } from '../../components/money/amounts.ts';
import { ConfirmStep } from '../../components/money/ConfirmStep.tsx';
import { MoneyButton } from '../../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../../components/money/use-money-request.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { hasText, t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Characters at the end of an address that a person compares. */
const TAIL_LENGTH = 6;

/** The withdrawals above a limit, oldest first: users', and what the operator takes out of the hot wallet. */
export function ReviewQueue() {
  const reviews = trpc.withdrawals.listReviews.useQuery();
  const rows = useKeptRows(reviews.data?.data ?? []);
  return (
    <Card title={t('admin.reviews')}>
      {reviews.isPending && <Skeleton className="h-6" />}
      {reviews.isError && reviews.data === undefined && (
        <LoadError textId="admin.reviewsFailed" onRetry={() => void reviews.refetch()} />
      )}
      {reviews.isSuccess && rows.length === 0 && <p className="text-text-2">{t('admin.noReviews')}</p>}
      <ul className="divide-y divide-line">
        {rows.map(({ review, isOpen }) => (
          <ReviewItem key={review.id} review={review} isOpen={isOpen} />
        ))}
      </ul>
    </Card>
  );
}

/** Every row since the page was opened. One that was decided keeps its place, so that none moves under a pointer. */
function useKeptRows(open: readonly ReviewView[]) {
  const [kept, setKept] = useState<readonly ReviewView[]>([]);
  const added = open.filter(({ id }) => !kept.some((one) => one.id === id));
  if (added.length > 0) setKept([...kept, ...added]);
  return [...kept, ...added].map((one) => {
    const now = open.find(({ id }) => id === one.id);
    return { review: now ?? one, isOpen: now !== undefined };
  });
}

/** Reason why an approved withdrawal is looked at again, in the language of the screen where the pool gives it. */
function getReason({ reason, reasonCode }: ReviewView): string {
  const id = `admin.reviewReason.${reasonCode}`;
  return hasText(id) ? t(id) : (reason ?? '');
}

type DecisionMade = 'approve' | 'reject';

function ReviewItem({ review, isOpen }: { review: ReviewView; isOpen: boolean }) {
  const { currency, address, amount, createdAt, email, source, reason } = review;
  const [made, setMade] = useState<DecisionMade>();
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
      {isOpen && reason !== null && <Notice look="warning">{getReason(review)}</Notice>}
      {isOpen && isOwn && <Notice look="warning">{t('admin.reviewOwn')}</Notice>}
      {isOpen && isAdmin && !isOwn && <Decision review={review} onMade={setMade} />}
      {!isOpen && <Notice look="positive">{t(`admin.reviewMade.${made ?? 'elsewhere'}`)}</Notice>}
    </li>
  );
}

interface DecisionProps {
  readonly review: ReviewView;
  readonly onMade: (decision: DecisionMade) => void;
}

function Decision({ review: { id, amount, currency, address }, onMade }: DecisionProps) {
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const [isApproving, setApproving] = useState(false);
  const needsCode = useHasTwoFactor();
  const decide = trpc.withdrawals.reviewWithdrawal.useMutation({
    onError: notifyIfLost,
    onSuccess: (_, { decision }) => onMade(decision),
    // Busy until the list knows: a second press would ask for what is decided.
    onSettled: () => Promise.all([utils.withdrawals.listReviews.invalidate(), utils.notices.invalidate()]),
  });
  const send = useMoneyRequest(decide.mutate);
  const failure = decide.isError ? describeCallError(decide.error, 'call.failed') : undefined;
  const sum = formatExact(amount, currency);
  const approve = (isAsked: boolean): void => {
    decide.reset();
    setApproving(isAsked);
  };
  if (isApproving)
    return (
      <div className="space-y-4">
        <p>{t('admin.approveText', { amount: sum, tail: address.slice(-TAIL_LENGTH) })}</p>
        <ConfirmStep
          failure={failure}
          needsCode={needsCode}
          isBusy={decide.isPending}
          submitText={t('admin.approveAmount', { amount: sum })}
          onBack={() => approve(false)}
          onSubmit={(totp, press) => send(press, { id, decision: 'approve', totp })}
        />
      </div>
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
        <MoneyButton
          look="secondary"
          isBusy={decide.isPending}
          text={t('admin.reject')}
          onPress={(press) => send(press, { id, decision: 'reject', reason })}
        />
        <Button isBusy={decide.isPending} onClick={() => approve(true)}>
          {t('admin.approve')}
        </Button>
      </div>
    </>
  );
}
