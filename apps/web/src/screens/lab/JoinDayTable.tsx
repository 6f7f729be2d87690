import { DAY_MS } from '@glasspool/core';
import type { JoinedThen } from '@glasspool/lab/forecast';
import { formatMoney } from '../../components/money/amounts.ts';
import { formatCount } from '../../components/money/rates.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { classNames } from '../../ui/class-names.ts';
import { CURRENCY } from './scenario.ts';

/** Twice what was put in fills the bar. */
const FULL_PERCENT = 200;

/** For everyone by the day of joining: what they put in, and how much of it they have taken out. */
export function JoinDayTable({
  title,
  spans,
  startMs,
}: {
  title: string;
  spans: readonly JoinedThen[];
  startMs: number;
}) {
  return (
    <table className="num w-full text-left text-sm">
      <caption className="mb-2 text-left text-[15px] font-semibold">{title}</caption>
      <thead className="text-[13px] text-text-3">
        <tr>
          <th className="py-2 font-medium">{t('lab.column.joined')}</th>
          <th className="py-2 text-right font-medium max-sm:hidden">{t('lab.column.people')}</th>
          <th className="py-2 text-right font-medium max-sm:hidden">{t('lab.column.putIn')}</th>
          <th className="w-[40%] max-sm:w-[65%] py-2 pl-4 font-medium">{t('lab.column.takenOut')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {spans.map((span) => (
          <JoinRow key={span.fromDay} span={span} startMs={startMs} />
        ))}
      </tbody>
    </table>
  );
}

function JoinRow({ span, startMs }: { span: JoinedThen; startMs: number }) {
  const percent = span.putInMicro === 0n ? 0 : Number((span.takenOutMicro * 1_000n) / span.putInMicro) / 10;
  return (
    <tr>
      <td className="py-1.5">{formatDate(startMs + span.fromDay * DAY_MS)}</td>
      <td className="py-1.5 text-right max-sm:hidden">{formatCount(span.people)}</td>
      <td className="py-1.5 text-right max-sm:hidden">{formatMoney(span.putInMicro, CURRENCY, 0)}</td>
      <td className="py-1.5 pl-4">
        <span className="flex items-center gap-3">
          <span aria-hidden className="relative h-2.5 flex-1 overflow-hidden rounded-full bg-sunken">
            <span
              className={classNames(
                'absolute inset-y-0 left-0',
                percent >= 100 ? 'bg-primary' : 'bg-liabilities',
              )}
              style={{ width: `${Math.min(100, (percent / FULL_PERCENT) * 100)}%` }}
            />
            <span className="absolute inset-y-0 left-1/2 w-0.5 bg-text-3" />
          </span>
          <span className="min-w-[4.5em] text-right">{t('lab.percent', { percent })}</span>
        </span>
      </td>
    </tr>
  );
}
