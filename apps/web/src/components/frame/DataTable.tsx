import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** One column: its name and what stands in it. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  cell(row: Row): ReactNode;
  readonly isNumber?: boolean;
}

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  toKey(row: Row): string;
  /** Older rows stay, dimmed, while others are on their way. */
  readonly isStale?: boolean;
}

/** A table; on narrow screens each row becomes a card that holds every fact of the row. The first column names the row. */
export function DataTable<Row>({ caption, columns, rows, toKey, isStale = false }: DataTableProps<Row>) {
  const [first, ...others] = columns;
  return (
    <table
      aria-busy={isStale}
      className={classNames('w-full text-left text-sm max-lg:block', isStale && 'opacity-60')}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="text-[13px]/[18px] text-text-3 max-lg:sr-only">
        <tr>
          {columns.map(({ id, title, isNumber }) => (
            <th
              key={id}
              scope="col"
              className={classNames('py-2 pr-4 font-medium last:pr-0', isNumber && 'text-right')}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-lg:block">
        {rows.map((row) => (
          <tr key={toKey(row)} className="max-lg:block max-lg:py-3">
            {first !== undefined && (
              <th
                scope="row"
                className="h-11 pr-4 text-left font-medium max-lg:block max-lg:h-auto max-lg:pb-1"
              >
                {first.cell(row)}
              </th>
            )}
            {others.map(({ id, title, isNumber, cell }) => (
              <td
                key={id}
                className={classNames(
                  'h-11 pr-4 last:pr-0 max-lg:flex max-lg:h-auto max-lg:min-h-7 max-lg:items-center max-lg:justify-between max-lg:gap-4 max-lg:py-0.5 max-lg:pr-0',
                  isNumber && 'text-right',
                )}
              >
                <span className="text-text-2 lg:hidden">{title}</span>
                <span className="min-w-0 max-lg:text-right">{cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
