import { useState } from 'react';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { formatMonth } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Select } from '../../ui/Select.tsx';

const MONTHS = 12;

/** A statement of one of the last twelve months as PDF. */
export function StatementDownload() {
  const months = listMonths(new Date());
  const [month, setMonth] = useState(months[0] ?? '');
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label={t('history.statement')}
        value={month}
        choices={months.map((value) => ({ value, label: formatMonth(value) }))}
        onChange={setMonth}
      />
      <DownloadButton path="/api/exports/statement.pdf" query={{ month }} text={t('history.pdf')} />
    </div>
  );
}

/** The last months in UTC, this one first, as `2026-11`. */
function listMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
}
