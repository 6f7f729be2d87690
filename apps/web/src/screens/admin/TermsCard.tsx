import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { notifyIfLost } from '../../api/notify-if-lost.ts';
import { type TermsView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { Form } from '../../components/frame/Form.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { Part } from '../../components/frame/Part.tsx';
import { TermsList } from '../../components/money/TermsList.tsx';
import { useMoneyRequest } from '../../components/money/use-money-request.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { draftFrom, TERMS_FIELDS, type TermsDraft, toShown, toTerms } from './terms-draft.ts';

const TermsProposalCard = lazyPage(async () => (await import('./TermsProposalCard.tsx')).TermsProposalCard);
const TermsReview = lazyPage(async () => (await import('./TermsReview.tsx')).TermsReview);

/** Every version of the terms, and the form that publishes another one after a review. */
export function TermsCard() {
  const isAdmin = useIsAdmin();
  const terms = trpc.reserve.listTerms.useQuery();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const versions = terms.data?.terms ?? [];
  const [newest] = versions;
  const inForce = figures.data?.terms.version ?? 0;
  const knownRatesPpm = versions
    .filter(({ version }) => version >= inForce)
    .map(({ targetRatePpm }) => targetRatePpm);
  return (
    <Card title={t('admin.terms.title')}>
      {terms.isPending && <Skeleton className="h-[1500px] lg:h-[1240px]" />}
      {terms.isError && terms.data === undefined && (
        <LoadError textId="admin.terms.failed" onRetry={() => void terms.refetch()} />
      )}
      <Part>
        {newest !== undefined && <TermsProposalCard newest={newest} knownRatesPpm={knownRatesPpm} />}
      </Part>
      <TermsList terms={versions} />
      {isAdmin && newest !== undefined && figures.data !== undefined && (
        <PublishForm
          key={newest.version}
          newest={newest}
          knownRatesPpm={knownRatesPpm}
          now={figures.data.now}
        />
      )}
    </Card>
  );
}

interface PublishFormProps {
  readonly newest: TermsView;
  readonly knownRatesPpm: readonly number[];
  readonly now: number;
}

/** Values first, then the review of old and new side by side, which publishes. */
function PublishForm({ newest, knownRatesPpm, now }: PublishFormProps) {
  const utils = trpc.useUtils();
  const [draft, setDraft] = useState<TermsDraft>(() => draftFrom(newest, now));
  const [problem, setProblem] = useState<string>();
  const [reviewed, setReviewed] = useState<ReturnType<typeof toTerms>['terms']>();
  const publish = trpc.reserve.publishTerms.useMutation({
    onError: notifyIfLost,
    onSuccess: ({ state }) => {
      notify.success(t(state === 'published' ? 'admin.terms.done' : 'admin.terms.proposed'));
      setReviewed(undefined);
      void utils.reserve.invalidate();
      void utils.transparency.invalidate();
      void utils.notices.invalidate();
    },
  });
  const send = useMoneyRequest(publish.mutate);
  const review = (): void => {
    const result = toTerms(draft);
    setProblem(result.problem && translateSentence(result.problem));
    publish.reset();
    setReviewed(result.terms);
  };
  const failure = publish.isError ? describeCallError(publish.error, 'admin.onceFailed') : undefined;
  return (
    <section className="mt-6 space-y-4 border-t border-line pt-5">
      <h3 className="font-semibold">{t('admin.terms.publish')}</h3>
      <p className="text-text-2">{t('admin.terms.text')}</p>
      {reviewed === undefined ? (
        <Form
          className="space-y-4"
          failure={problem}
          isBusy={false}
          submitText={t('admin.terms.review')}
          onSubmit={review}
        >
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            {TERMS_FIELDS.map((name) => (
              <Field
                key={name}
                label={t(`admin.terms.field.${name}`)}
                type={name === 'startsAt' ? 'datetime-local' : 'text'}
                inputMode={name === 'startsAt' ? undefined : 'decimal'}
                autoComplete="off"
                value={draft[name]}
                onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
              />
            ))}
          </div>
        </Form>
      ) : (
        <Part fallback={<Skeleton className="h-96" />}>
          <TermsReview
            before={newest}
            knownRatesPpm={knownRatesPpm}
            after={toShown(reviewed)}
            startsAt={reviewed.startsAt}
            failure={failure}
            isBusy={publish.isPending}
            submitText={t('admin.terms.submit')}
            onBack={() => setReviewed(undefined)}
            onSubmit={(totp, press) => send(press, { ...reviewed, totp })}
          />
        </Part>
      )}
    </section>
  );
}
