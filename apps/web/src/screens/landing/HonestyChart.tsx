import type { Currency } from '@glasspool/core';
import { formatDecimal } from '../../components/money/decimal.ts';
import { formatPercentOfPpb } from '../../components/money/rates.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';

const WIDTH = 640;
const HEIGHT = 180;
const RESERVE_HEIGHT = 64;
const HEADROOM = 1.15;

/** One reward run, or the worst of several that follow each other. */
export interface RatePoint {
  readonly currency: Currency;
  readonly runAt: number;
  readonly runs: number;
  readonly targetRatePpb: number;
  readonly effectiveRatePpb: number;
  /** A decimal, as REST writes it. */
  readonly reserve: string;
}

/** Promised and paid, run by run since the beginning, with the reserve below: the target is never shown alone. Oldest first. */
export function HonestyChart({ points }: { points: readonly RatePoint[] }) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <figure>
      <figcaption className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-text-2">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="inline-block w-6 border-t-2 border-dashed border-liabilities" />
          <span>{t('rate.promised', { rate: formatPercentOfPpb(last.targetRatePpb) })}</span>
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="inline-block w-6 border-t-[3px] border-primary" />
          <span>
            {t('rate.paid', {
              rate: formatPercentOfPpb(last.effectiveRatePpb),
              date: formatDate(last.runAt),
            })}
          </span>
        </span>
      </figcaption>
      <Rates points={points} last={last} />
      <p className="mt-3 mb-1.5 text-sm text-text-2">
        {t('rate.reserve', { amount: `${formatDecimal(last.reserve)} ${last.currency}` })}
      </p>
      <Reserve points={points} />
      <p className="mt-1.5 flex justify-between text-[13px] text-text-3">
        <span>{formatDate(first.runAt)}</span>
        <span>{formatDate(last.runAt)}</span>
      </p>
      <Disclosure title={<span className="text-sm">{t('rate.table')}</span>} isDrawnWhenOpen>
        <RateTable points={[...points].reverse()} />
      </Disclosure>
    </figure>
  );
}

function Rates({ points, last }: { points: readonly RatePoint[]; last: RatePoint }) {
  const top = HEADROOM * Math.max(...points.flatMap((one) => [one.targetRatePpb, one.effectiveRatePpb]), 1);
  const paid = drawPath(points, { top, height: HEIGHT, pick: (point) => point.effectiveRatePpb });
  const promised = drawPath(points, { top, height: HEIGHT, pick: (point) => point.targetRatePpb });
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-[180px] w-full border-b border-line-strong"
      role="img"
      aria-label={t('rate.chart', {
        runs: points.reduce((sum, { runs }) => sum + runs, 0),
        promised: formatPercentOfPpb(last.targetRatePpb),
        paid: formatPercentOfPpb(last.effectiveRatePpb),
      })}
    >
      <path d={`M${paid}V${HEIGHT}H0z`} className="fill-primary-soft" />
      <path
        d={`M${paid}`}
        className="fill-none stroke-primary"
        strokeWidth="3"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={`M${promised}`}
        className="fill-none stroke-liabilities"
        strokeWidth="2"
        strokeDasharray="7 5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

function Reserve({ points }: { points: readonly RatePoint[] }) {
  const pick = ({ reserve }: RatePoint): number => Number(reserve);
  const line = drawPath(points, {
    ...{ pick, height: RESERVE_HEIGHT },
    top: HEADROOM * Math.max(...points.map(pick), 1),
  });
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${RESERVE_HEIGHT}`}
      preserveAspectRatio="none"
      className="h-[64px] w-full border-b border-line-strong"
      aria-hidden
    >
      <path d={`M${line}V${RESERVE_HEIGHT}H0z`} className="fill-primary-soft" />
      <path
        d={`M${line}`}
        className="fill-none stroke-primary"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

interface Path {
  readonly pick: (point: RatePoint) => number;
  /** Value that reaches the top. */
  readonly top: number;
  readonly height: number;
}

/** Line through the values of all points. */
function drawPath(points: readonly RatePoint[], { pick, top, height }: Path): string {
  const [first, second] = points;
  if (first === undefined) return '';
  const spanMs = Math.max((points.at(-1)?.runAt ?? 0) - first.runAt, 1);
  // A single run is a line too.
  const drawn = second === undefined ? [first, { ...first, runAt: first.runAt + spanMs }] : points;
  return drawn
    .map(
      (point) => `${((point.runAt - first.runAt) / spanMs) * WIDTH} ${height - (pick(point) / top) * height}`,
    )
    .join('L');
}

function RateTable({ points }: { points: readonly RatePoint[] }) {
  return (
    <>
      {points.some(({ runs }) => runs > 1) && <p className="mb-2 text-sm">{t('rate.worst')}</p>}
      <table className="num w-full text-left text-sm">
        <thead className="text-[13px] text-text-3">
          <tr>
            <th className="py-2 font-medium">{t('rate.day')}</th>
            <th className="py-2 text-right font-medium">{t('rate.column.promised')}</th>
            <th className="py-2 text-right font-medium">{t('rate.column.paid')}</th>
            <th className="py-2 text-right font-medium">{t('held.reserve')}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {points.map((point) => (
            <tr key={point.runAt}>
              <td className="py-1.5">{formatDate(point.runAt)}</td>
              <td className="py-1.5 text-right">{formatPercentOfPpb(point.targetRatePpb)}</td>
              <td className="py-1.5 text-right">{formatPercentOfPpb(point.effectiveRatePpb)}</td>
              <td className="py-1.5 text-right">{formatDecimal(point.reserve)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
