import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { type TermsView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { TermsList } from '../../components/TermsList.tsx';
import { useOnce } from '../../dialogs/use-once.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { draftFrom, type TermsDraft, toTerms } from './terms-draft.ts';

/** Every version of the terms, and the way to publish another one that holds from a later time. */
export function TermsCard() {
  const isAdmin = useIsAdmin();
  const terms = trpc.reserve.listTerms.useQuery();
  const [newest] = terms.data?.terms ?? [];
  return (
    <Card title={t('admin.terms.title')}>
      {terms.isPending && <Skeleton className="h-[910px] lg:h-[728px]" />}
      {terms.isError && terms.data === undefined && (
        <LoadError textId="admin.terms.failed" onRetry={() => void terms.refetch()} />
      )}
      <TermsList terms={terms.data?.terms ?? []} />
      {isAdmin && newest !== undefined && <PublishForm key={newest.version} newest={newest} />}
    </Card>
  );
}

const FIELDS = ['percent', 'days', 'minimumUsdt', 'minimumTrx', 'startsAt'] as const;

function PublishForm({ newest }: { newest: TermsView }) {
  const utils = trpc.useUtils();
  const [draft, setDraft] = useState<TermsDraft>(() => draftFrom(newest));
  const [problem, setProblem] = useState<string>();
  const publish = trpc.reserve.publishTerms.useMutation({
    onSuccess: () => {
      notify.success(t('admin.terms.done'));
      void utils.invalidate();
    },
    onError: (error) => setProblem(describeCallError(error, 'admin.actionFailed').message),
  });
  const send = useOnce(publish.mutate);
  const submit = (): void => {
    const result = toTerms(draft);
    setProblem(result.problem && translateSentence(result.problem));
    if (result.terms !== undefined) send(result.terms);
  };
  return (
    <form
      noValidate
      className="mt-6 space-y-4 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h3 className="font-semibold">{t('admin.terms.publish')}</h3>
      <p className="text-text-2">{t('admin.terms.text')}</p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {FIELDS.map((name) => (
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
      {problem !== undefined && <Notice look="negative">{problem}</Notice>}
      <Button type="submit" isBusy={publish.isPending}>
        {t('admin.terms.submit')}
      </Button>
    </form>
  );
}
