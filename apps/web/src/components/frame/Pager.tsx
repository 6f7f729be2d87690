import { COUNTED_MAX } from '@glasspool/core';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';

interface PagerProps {
  /** Name of the list, where a page has several. */
  readonly list?: string;
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly isLoading: boolean;
  readonly onChange: (page: number) => void;
}

/** Pages of a list with so many rows: an empty one has one. */
export function countPages(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

/** Previous, where one is, and next. */
export function Pager({ list, page, limit, total, isLoading, onChange }: PagerProps) {
  const pages = countPages(total, limit);
  return (
    <nav
      aria-label={list === undefined ? t('admin.pages') : t('admin.pagesOf', { list })}
      className="mt-4 flex items-center justify-between gap-3"
    >
      <Button
        look="secondary"
        className="min-h-11 px-4 text-sm"
        disabled={page <= 1 || isLoading}
        onClick={() => onChange(page - 1)}
      >
        {t('admin.previous')}
      </Button>
      <p role="status" className="text-sm text-text-2">
        {t(total < COUNTED_MAX ? 'admin.page' : 'admin.pageOfMore', { page, pages })}
      </p>
      <Button
        look="secondary"
        className="min-h-11 px-4 text-sm"
        disabled={page >= pages || isLoading}
        onClick={() => onChange(page + 1)}
      >
        {t('admin.next')}
      </Button>
    </nav>
  );
}
