import {
  ADMIN_TRANSACTION_TYPES,
  type AdminTransactionType,
  TRANSACTION_OUTCOMES,
  USER_CURRENCIES,
} from '@glasspool/core';
import type { useUrlState } from '../../components/frame/use-url-state.ts';
import { t } from '../../i18n/language.ts';
import { DayField } from '../../ui/DayField.tsx';
import { Select } from '../../ui/Select.tsx';
import { FilterButtons } from './FilterButtons.tsx';
import { SearchForm } from './SearchForm.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filter of the history as it stands in the address; what it does not understand is left out. */
export function readFilter(read: ReturnType<typeof useUrlState>['read']) {
  const readDay = (name: string): string | undefined => (DAY.test(read(name)) ? read(name) : undefined);
  return {
    type: ADMIN_TRANSACTION_TYPES.find((one) => one === read('type')),
    outcome: TRANSACTION_OUTCOMES.find((one) => one === read('outcome')),
    currency: USER_CURRENCIES.find((one) => one === read('currency')),
    order: read('order') === 'oldest' ? 'oldest' : 'newest',
    from: readDay('from'),
    to: readDay('to'),
    search: read('search') === '' ? undefined : read('search'),
  } as const;
}

interface HistoryFilterProps {
  readonly filter: ReturnType<typeof readFilter>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** Fields of the filter: a search, the type, and what else narrows a list down. */
export function HistoryFilter({ filter, onChange }: HistoryFilterProps) {
  const everything = { value: '', label: t('admin.all') } as const;
  const search = filter.search ?? '';
  return (
    <div className="space-y-4">
      <SearchForm
        key={search}
        label={t('admin.history.search')}
        search={search}
        onSearch={(next) => onChange({ search: next })}
      />
      <FilterButtons<AdminTransactionType>
        label={t('admin.history.filter')}
        value={filter.type}
        choices={ADMIN_TRANSACTION_TYPES.map((value) => ({ value, label: t(`admin.types.${value}`) }))}
        onChange={(value) => onChange({ type: value ?? '' })}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-5">
        <Select
          label={t('admin.history.status')}
          value={filter.outcome ?? ''}
          choices={[
            everything,
            ...TRANSACTION_OUTCOMES.map((value) => ({ value, label: t(`admin.outcome.${value}`) })),
          ]}
          onChange={(outcome) => onChange({ outcome })}
        />
        <Select
          label={t('admin.currency')}
          value={filter.currency ?? ''}
          choices={[everything, ...USER_CURRENCIES.map((value) => ({ value, label: value }))]}
          onChange={(currency) => onChange({ currency })}
        />
        <DayField
          label={t('admin.history.from')}
          value={filter.from ?? ''}
          onChange={(from) => onChange({ from })}
        />
        <DayField label={t('admin.history.to')} value={filter.to ?? ''} onChange={(to) => onChange({ to })} />
        <Select
          label={t('admin.history.order')}
          value={filter.order}
          choices={[
            { value: 'newest', label: t('admin.history.newest') },
            { value: 'oldest', label: t('admin.history.oldest') },
          ]}
          onChange={(order) => onChange({ order: order === 'newest' ? '' : order })}
        />
      </div>
    </div>
  );
}
