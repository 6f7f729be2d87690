import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { TermsList } from '../../components/money/TermsList.tsx';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Every version of the terms, those that begin later included. */
export function TermsVersions() {
  const terms = trpc.reserve.listTerms.useQuery();
  return (
    <Card title={t('terms.title')}>
      <p className="mb-4 max-w-[70ch] text-text-2">{t('terms.lead')}</p>
      {terms.isPending && <Skeleton className="h-56" />}
      {terms.isError && terms.data === undefined && (
        <LoadError textId="terms.failed" onRetry={() => void terms.refetch()} />
      )}
      <TermsList terms={terms.data?.terms ?? []} />
    </Card>
  );
}
