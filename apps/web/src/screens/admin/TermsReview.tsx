import { useState } from 'react';
import type { TermsView } from '../../api/trpc.ts';
import { CodeOrPasskey } from '../../components/CodeOrPasskey.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { describeTerms } from '../../components/TermsList.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/Notice.tsx';

type TermsValues = Omit<TermsView, 'version' | 'publishedAt' | 'startsAt'>;

interface TermsReviewProps {
  readonly before: TermsView;
  readonly after: TermsValues;
  readonly startsAt: number;
  readonly failure: { readonly code: string; readonly message: string } | undefined;
  readonly isBusy: boolean;
  readonly submitText: string;
  /** Left out where there is nothing to go back to. */
  readonly onBack?: () => void;
  readonly onSubmit: (totp: string | undefined) => void;
}

/** Old and new terms side by side, changes marked, and the last step with a two-factor code where the server asks for one. */
export function TermsReview(props: TermsReviewProps) {
  const { before, after, startsAt, failure, isBusy, submitText, onBack, onSubmit } = props;
  const [code, setCode] = useState('');
  const needsCode = failure?.code.startsWith('SECOND_FACTOR_') === true;
  const old = describeTerms(before);
  return (
    <div className="space-y-4">
      <DataTable
        caption={t('admin.terms.changes')}
        columns={columns(before.version)}
        rows={describeTerms(after).map(([label, value], index) => ({
          label,
          value,
          old: old[index]?.[1] ?? '',
        }))}
        keyOf={(row) => row.label}
        isStale={false}
      />
      <p className="text-sm text-text-2">{t('admin.terms.from', { time: formatDateTime(startsAt) })}</p>
      {needsCode && (
        <CodeOrPasskey
          value={code}
          error={failure.code === 'SECOND_FACTOR_REQUIRED' ? undefined : failure.message}
          isBusy={isBusy}
          onChange={(event) => setCode(event.target.value)}
          onPasskey={onSubmit}
        />
      )}
      {failure !== undefined && !needsCode && <Notice look="negative">{failure.message}</Notice>}
      <div className="flex flex-wrap gap-3">
        {onBack !== undefined && (
          <Button look="secondary" onClick={onBack} disabled={isBusy}>
            {t('review.back')}
          </Button>
        )}
        <Button isBusy={isBusy} onClick={() => onSubmit(code.trim() || undefined)}>
          {submitText}
        </Button>
      </div>
    </div>
  );
}

interface Row {
  readonly label: string;
  readonly old: string;
  readonly value: string;
}

function columns(version: number): Column<Row>[] {
  return [
    { id: 'label', title: t('admin.terms.value'), cell: (row) => row.label },
    { id: 'old', title: t('terms.version', { version }), cell: (row) => row.old },
    {
      id: 'new',
      title: t('admin.terms.new'),
      cell: (row) => (
        <span className={classNames(row.value !== row.old && 'font-semibold text-warning')}>{row.value}</span>
      ),
    },
  ];
}
