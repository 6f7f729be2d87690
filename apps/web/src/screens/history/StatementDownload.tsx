import { COUNTED_MAX, DAY_MS } from '@glasspool/core';
import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import { usePoolNow } from '../../api/clock.ts';
import { trpc } from '../../api/trpc.ts';
import { DownloadButton } from '../../components/frame/DownloadButton.tsx';
import { formatMonth } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Select } from '../../ui/Select.tsx';

/** A statement of a month as PDF: of any from the account's first entry to the present time of the pool. */
export function StatementDownload() {
  const now = usePoolNow();
  const first = useFirstEntry();
  const [chosen, setChosen] = useState('');
  // Its place is there from the first drawing, so that what follows does not move.
  const months = now === undefined || first.isPending ? [] : listMonths(first.data ?? now, now);
  const month = months.find((one) => one === chosen) ?? months[0] ?? '';
  return (
    <div className="flex flex-wrap items-end gap-3" inert={months.length === 0}>
      <Select
        label={t('history.statement')}
        value={month}
        choices={months.map((value) => ({ value, label: formatMonth(value) }))}
        onChange={setChosen}
      />
      <DownloadButton path="/api/exports/statement.pdf" query={{ month }} text={t('history.pdf')} />
    </div>
  );
}

/** Time of the oldest entry of the history; null while it is empty. */
function useFirstEntry() {
  const { client } = trpc.useUtils();
  const list = client.transactions.listUserTransactions;
  return useQuery({
    queryKey: [...getQueryKey(trpc.transactions.listUserTransactions), 'first'],
    queryFn: async ({ signal }) => {
      const filter: { limit: number; to?: string } = { limit: 1 };
      let first: number | null = null;
      for (;;) {
        const { total } = (await list.query(filter, { signal })).meta;
        const { data } =
          total === 0 ? { data: [] } : await list.query({ ...filter, page: total }, { signal });
        if (data[0] === undefined) return first;
        first = data[0].timestamp;
        // No more entries are counted at once.
        if (total < COUNTED_MAX) return first;
        filter.to = new Date(first - DAY_MS).toISOString().slice(0, '2026-11-20'.length);
      }
    },
  });
}

/** The months in UTC that two times span, newest first, as `2026-11`. */
function listMonths(fromMs: number, untilMs: number): string[] {
  const months: string[] = [];
  for (let at = untilMs; at >= fromMs || months.length === 0; at = startMonth(at) - 1)
    months.push(new Date(at).toISOString().slice(0, '2026-11'.length));
  return months;
}

function startMonth(atMs: number): number {
  const day = new Date(atMs);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth());
}
