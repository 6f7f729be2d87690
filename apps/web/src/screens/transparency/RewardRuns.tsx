import { type PayoutView, trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { formatPercentOfPpb } from '../../components/money/rates.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ReserveSources } from './ReserveSources.tsx';

/** Every reward run: what was due, what was paid, and the reserve before and after. */
export function RewardRuns() {
  const payouts = trpc.transparency.listPayouts.useQuery({});
  const rows = payouts.data?.data;
  return (
    <Card title={t('runs.title')}>
      {payouts.isPending && <Skeleton className="h-48" />}
      {payouts.isError && rows === undefined && (
        <LoadError textId="runs.failed" onRetry={() => void payouts.refetch()} />
      )}
      {rows?.length === 0 && <p className="text-text-2">{t('runs.empty')}</p>}
      {rows !== undefined && rows.length > 0 && (
        <Disclosure title={t('runs.newest', { count: rows.length })} isDrawnWhenOpen>
          <RunsTable rows={rows} />
        </Disclosure>
      )}
      <ReserveSources />
    </Card>
  );
}

/** The columns, each by the id of its name. */
const COLUMNS = ['principal', 'target', 'effective', 'paid', 'referral', 'before', 'after'] as const;

function RunsTable({ rows }: { rows: readonly PayoutView[] }) {
  return (
    <table className="w-full text-left text-sm max-lg:block">
      <caption className="sr-only">{t('runs.title')}</caption>
      <thead className="text-[13px]/[18px] text-text-3 max-lg:sr-only">
        <tr>
          <th className="py-2 pr-4 font-medium">{t('runs.time')}</th>
          {COLUMNS.map((column) => (
            <th key={column} className="py-2 pl-4 text-right font-medium">
              {t(`runs.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-lg:block">
        {rows.map((row) => (
          <tr key={row.id} className="max-lg:block max-lg:py-3">
            <th scope="row" className="py-2.5 pr-4 text-left font-medium max-lg:block max-lg:py-1">
              {formatDateTime(row.runAt)}
            </th>
            {COLUMNS.map((column) => (
              <td
                key={column}
                className="py-2.5 pl-4 text-right max-lg:flex max-lg:justify-between max-lg:py-0.5 max-lg:pl-0"
              >
                <span className="text-text-2 lg:hidden">{t(`runs.${column}`)}</span>
                <Cell row={row} column={column} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ row, column }: { row: PayoutView; column: (typeof COLUMNS)[number] }) {
  if (column === 'target') return <span>{formatPercentOfPpb(row.targetRatePpb)}</span>;
  if (column === 'effective') return <span>{formatPercentOfPpb(row.effectiveRatePpb)}</span>;
  const micro = {
    principal: row.principal,
    paid: row.paid,
    referral: row.referralPaid,
    before: row.reserveBefore,
    after: row.reserveAfter,
  }[column];
  return <Amount micro={micro} currency={row.currency} />;
}
