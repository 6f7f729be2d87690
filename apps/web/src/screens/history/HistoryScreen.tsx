import { TRANSACTION_TYPES, USER_CURRENCIES } from '@glasspool/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../api/trpc.ts';
import { DialogSlot } from '../../components/frame/DialogSlot.tsx';
import { DownloadButton } from '../../components/frame/DownloadButton.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { useUrlDialog } from '../../components/frame/use-url-dialog.ts';
import { useUrlState } from '../../components/frame/use-url-state.ts';
import { TransactionRow } from '../../components/money/TransactionRow.tsx';
import { getTypeName, groupRows } from '../../components/money/transactions.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatementDownload } from './StatementDownload.tsx';

const LIMIT = 50;
/** Cursor of the first page. */
const FIRST_PAGE: string | undefined = undefined;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const TransactionDialog = lazyPage(
  async () => (await import('../../dialogs/transaction.tsx')).TransactionDialog,
);

/** The user's whole history, newest first. The filter stands in the address. */
export function HistoryScreen() {
  const { filter, write } = useFilter();
  const dialog = useUrlDialog(['transaction']);
  const history = useHistory(filter);
  const rows = history.data?.pages.flatMap(({ data }) => data) ?? [];
  const total = history.data?.pages[0]?.meta.total ?? 0;
  const open = dialog.kind && rows.find((row) => row._id === dialog.id);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <div className="space-y-4">
      <PageTitle>{t('history.all')}</PageTitle>
      <Card title={t('history.title')}>
        <FilterForm filter={filter} onChange={write} />
        <div className="mb-4">
          <StatementDownload />
        </div>
        {history.isPending && <Skeleton className="h-[480px]" />}
        {history.isError && history.data === undefined && (
          <LoadError textId="history.failed" onRetry={() => void history.refetch()} />
        )}
        {history.data !== undefined && (
          <>
            <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
              <p role="status" className="text-sm text-text-2">
                {t('history.amount', { count: total })}
              </p>
              <DownloadButton path="/api/exports/user-transactions.csv" query={filter} />
            </div>
            {rows.length === 0 && (
              <p className="text-text-2">{t(isFiltered ? 'history.none' : 'history.empty')}</p>
            )}
            <ul
              aria-label={t('history.label')}
              className="divide-y divide-line aria-busy:opacity-60"
              aria-busy={history.isPlaceholderData}
            >
              {groupRows(rows).map((entry) => (
                <TransactionRow
                  key={entry[0]._id}
                  entry={entry}
                  onOpen={({ _id }) => dialog.open('transaction', { id: _id })}
                />
              ))}
            </ul>
            {history.hasNextPage && (
              <Button
                look="secondary"
                className="mt-4 w-full"
                isBusy={history.isFetchingNextPage}
                onClick={() => void history.fetchNextPage()}
              >
                {t('history.more')}
              </Button>
            )}
          </>
        )}
      </Card>
      <DialogSlot name={dialog.id} onClose={dialog.close}>
        {open !== undefined && <TransactionDialog row={open} onClose={dialog.close} />}
      </DialogSlot>
    </div>
  );
}

type Filter = ReturnType<typeof useFilter>['filter'];

/** Pages of the history by their cursors. The client's own hook would send a direction, which the contract does not have. */
function useHistory(filter: Filter) {
  const { client } = trpc.useUtils();
  const input = { ...filter, limit: LIMIT };
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.transactions.listUserTransactions, input, 'infinite'),
    queryFn: ({ pageParam, signal }) =>
      client.transactions.listUserTransactions.query(
        { ...input, ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** The filter of the address; what it does not understand is left out. */
function useFilter() {
  const { read, write } = useUrlState();
  const readDay = (name: string): string | undefined => (DAY.test(read(name)) ? read(name) : undefined);
  const filter = {
    type: TRANSACTION_TYPES.find((one) => one === read('type')),
    currency: USER_CURRENCIES.find((one) => one === read('currency')),
    from: readDay('from'),
    to: readDay('to'),
  };
  return { filter, write };
}

interface FilterFormProps {
  readonly filter: Filter;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

function FilterForm({ filter, onChange }: FilterFormProps) {
  const everything = { value: '', label: t('history.everything') } as const;
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Select
        label={t('history.type')}
        value={filter.type ?? ''}
        choices={[
          everything,
          ...TRANSACTION_TYPES.map((type) => ({ value: type, label: getTypeName({ type }) })),
        ]}
        onChange={(type) => onChange({ type })}
      />
      <Select
        label={t('history.currency')}
        value={filter.currency ?? ''}
        choices={[everything, ...USER_CURRENCIES.map((currency) => ({ value: currency, label: currency }))]}
        onChange={(currency) => onChange({ currency })}
      />
      <DayField label={t('history.from')} value={filter.from ?? ''} onChange={(from) => onChange({ from })} />
      <DayField label={t('history.to')} value={filter.to ?? ''} onChange={(to) => onChange({ to })} />
    </div>
  );
}
