import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { notifyIfLost } from '../../api/notify-if-lost.ts';
import { type TermsView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { MoneyButton } from '../../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../../components/money/use-money-request.ts';
import { t } from '../../i18n/language.ts';
import { TermsReview } from './TermsReview.tsx';

interface TermsProposalCardProps {
  readonly newest: TermsView;
  /** Rates of the version in force and of those to come. */
  readonly knownRatesPpm: readonly number[];
}

/** Terms that another admin proposed, for a second admin to publish or reject. Nothing while there are none. */
export function TermsProposalCard({ newest, knownRatesPpm }: TermsProposalCardProps) {
  const isAdmin = useIsAdmin();
  const utils = trpc.useUtils();
  const found = trpc.reserve.findTermsProposal.useQuery();
  const decide = trpc.reserve.decideTermsProposal.useMutation({
    onError: notifyIfLost,
    onSuccess: () => {
      notify.success(t('admin.actionDone'));
      void utils.reserve.invalidate();
      void utils.transparency.invalidate();
      void utils.notices.invalidate();
    },
  });
  const send = useMoneyRequest(decide.mutate);
  const proposal = found.data?.proposal ?? null;
  if (proposal === null) return null;
  const { id } = proposal;
  return (
    <section className="mb-6 space-y-3 border-b border-line pb-5">
      <h3 className="font-semibold">{t('admin.terms.proposal')}</h3>
      <p className="text-text-2">{t('admin.terms.proposalText', { email: proposal.proposedBy })}</p>
      <TermsReview
        before={newest}
        knownRatesPpm={knownRatesPpm}
        after={proposal}
        startsAt={proposal.startsAt}
        failure={decide.isError ? describeCallError(decide.error, 'call.failed') : undefined}
        isBusy={decide.isPending || !isAdmin}
        submitText={t('admin.terms.publishProposal')}
        onSubmit={(totp, press) => send(press, { id, decision: 'publish', totp })}
      />
      {isAdmin && (
        <MoneyButton
          look="secondary"
          isBusy={decide.isPending}
          text={t('admin.terms.rejectProposal')}
          onPress={(press) => send(press, { id, decision: 'reject' })}
        />
      )}
    </section>
  );
}
