import { DAY_MS } from '@glasspool/core';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { currentLanguage } from '../i18n/language.ts';
import { formatCompact } from './rates.ts';

/** A chart of a few days would otherwise name each of them twice. */
const DAYS_BETWEEN_TICKS = [1, 2, 5, 7, 14, 30, 90, 365];
const HEIGHT_PX = 220;
const MS_PER_S = 1_000;
const AXIS_WIDTH_PX = 64;

interface LineChartProps {
  readonly title: string;
  readonly timesMs: readonly number[];
  readonly series: readonly {
    readonly name: string;
    /** Null where there is no value. */
    readonly values: readonly (number | null)[];
    readonly isDashed?: boolean;
  }[];
  /** Values of a point in words, for the line that follows the pointer. */
  readonly describe: (index: number) => string;
}

/** Lines over time in the colors of the page. It is a picture only: the numbers stand beside it in a table. */
export function LineChart({ title, timesMs, series, describe }: LineChartProps) {
  const [pointed, setPointed] = useState<number>();
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    let chart = draw(element, { timesMs, series, onPoint: setPointed });
    const redraw = (): void => {
      chart.destroy();
      chart = draw(element, { timesMs, series, onPoint: setPointed });
    };
    // The width follows the page, the colours follow the theme.
    const sizes = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    sizes.observe(element);
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', redraw);
    return () => {
      sizes.disconnect();
      theme.disconnect();
      system.removeEventListener('change', redraw);
      chart.destroy();
    };
  }, [timesMs, series]);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 flex flex-wrap gap-x-4 font-medium">
        {series.map(({ name, isDashed }) => (
          <span key={name} className="inline-flex items-center gap-2">
            <span
              aria-hidden
              className={`inline-block w-5 border-t-2 ${isDashed === true ? 'border-dashed border-liabilities' : 'border-primary'}`}
            />
            {name}
          </span>
        ))}
      </figcaption>
      <p aria-hidden className="min-h-5 text-[13px]/5 text-text-2">
        {pointed !== undefined && pointed < timesMs.length && describe(pointed)}
      </p>
      <div ref={holder} role="img" aria-label={title} className="h-[220px] overflow-hidden" />
    </figure>
  );
}

type Drawing = Pick<LineChartProps, 'timesMs' | 'series'> & {
  /** Told of the point under the pointer; undefined when it left the chart. */
  readonly onPoint: (index: number | undefined) => void;
};

function draw(element: HTMLDivElement, { timesMs, series, onPoint }: Drawing): uPlot {
  const resolve = (name: string): string => resolveColour(element, name);
  const axis = {
    stroke: resolve('--text-3'),
    grid: { stroke: resolve('--line'), width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(element).fontFamily}`,
  };
  const days = new Intl.DateTimeFormat(currentLanguage(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false, setScale: false } },
      hooks: { setCursor: [(chart) => onPoint(chart.cursor.idx ?? undefined)] },
      scales: { x: { time: true }, y: { range: (_chart, _min, max) => [0, max > 0 ? max * 1.1 : 1] } },
      axes: [
        {
          ...axis,
          size: 28,
          incrs: DAYS_BETWEEN_TICKS.map((count) => (count * DAY_MS) / MS_PER_S),
          values: (_chart, ticks) => ticks.map((at) => days.format(at * MS_PER_S)),
        },
        {
          ...axis,
          size: AXIS_WIDTH_PX,
          values: (_chart, ticks) => ticks.map((at) => formatCompact(at)),
        },
      ],
      series: [
        {},
        ...series.map(({ name, isDashed }) => ({
          label: name,
          width: 2,
          stroke: resolve(isDashed === true ? '--liabilities' : '--primary'),
          ...(isDashed === true ? { dash: [6, 4] } : {}),
          points: { show: timesMs.length < 2 },
        })),
      ],
    },
    [timesMs.map((at) => at / MS_PER_S), ...series.map(({ values }) => [...values])],
    element,
  );
}

/** A colour that depends on the theme is resolved by the browser, on a new element: an old one would fade into it. */
function resolveColour(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
