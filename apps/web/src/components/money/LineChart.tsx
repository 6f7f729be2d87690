import { DAY_MS } from '@glasspool/core';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { currentLanguage } from '../../i18n/language.ts';
import { formatCompact } from './rates.ts';

/** A chart of a few days would otherwise name each of them twice. */
const DAYS_BETWEEN_TICKS = [1, 2, 5, 7, 14, 30, 90, 365];
/** Above this a tick names its year in place of its day. */
const YEARS_FROM_MS = 300 * DAY_MS;
const HEIGHT_PX = 220;
const MS_PER_S = 1_000;
const AXIS_WIDTH_PX = 64;
const TICK_SPACE_PX = 76;

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
  /** Moments with a name, each drawn as a line across. */
  readonly marks?: readonly Mark[];
}

interface Mark {
  readonly atMs: number;
  readonly name: string;
}

const NO_MARKS: readonly Mark[] = [];

/** Lines over time in the colors of the page. It is a picture only: the numbers stand beside it in a table. */
export function LineChart({ title, timesMs, series, describe, marks = NO_MARKS }: LineChartProps) {
  const [pointed, setPointed] = useState<number>();
  const holder = useRef<HTMLDivElement>(null);
  const latest = useRef<Drawing>({ timesMs, series, marks });
  latest.current = { timesMs, series, marks };
  const chart = useRef<uPlot>(undefined);
  // A chart takes new values as they come; other lines, or another kind of axis, make another chart.
  const shape = JSON.stringify([series.map(({ name, isDashed }) => [name, isDashed]), hasYears(timesMs)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape says when another chart is needed.
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const redraw = (): void => {
      chart.current?.destroy();
      chart.current = draw(element, latest, setPointed);
    };
    redraw();
    // The width follows the page, the colours follow the theme.
    const sizes = new ResizeObserver(() =>
      chart.current?.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    );
    sizes.observe(element);
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', redraw);
    return () => {
      sizes.disconnect();
      theme.disconnect();
      system.removeEventListener('change', redraw);
      chart.current?.destroy();
    };
  }, [shape]);
  useEffect(() => chart.current?.setData(toData({ timesMs, series, marks })), [timesMs, series, marks]);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 flex flex-wrap gap-x-4 font-medium">
        {series.map(({ name, isDashed }) => (
          <span key={name} className="inline-flex items-center gap-2">
            <span
              aria-hidden
              className={`inline-block w-5 border-t-2 ${isDashed === true ? 'border-dashed border-liabilities' : 'border-primary'}`}
            />
            <span>{name}</span>
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

type Drawing = Required<Pick<LineChartProps, 'timesMs' | 'series' | 'marks'>>;

function hasYears(timesMs: readonly number[]): boolean {
  return (timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0) > YEARS_FROM_MS;
}

function toData({ timesMs, series }: Drawing): uPlot.AlignedData {
  return [timesMs.map((at) => at / MS_PER_S), ...series.map(({ values }) => [...values])];
}

/** Draws the latest values. `onPoint` is told of the point under the pointer; undefined when it left the chart. */
function draw(
  element: HTMLDivElement,
  latest: { readonly current: Drawing },
  onPoint: (index: number | undefined) => void,
): uPlot {
  const { timesMs, series } = latest.current;
  const resolve = (name: string): string => resolveColour(element, name);
  const axis = {
    stroke: resolve('--text-3'),
    grid: { stroke: resolve('--line'), width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(element).fontFamily}`,
  };
  const days = new Intl.DateTimeFormat(currentLanguage(), {
    ...(hasYears(timesMs) ? { year: 'numeric' } : { day: 'numeric' }),
    month: 'short',
    timeZone: 'UTC',
  });
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false, setScale: false } },
      hooks: {
        setCursor: [(chart) => onPoint(chart.cursor.idx ?? undefined)],
        draw: [
          (chart) =>
            drawMarks(chart, latest.current.marks, { line: resolve('--text-3'), text: resolve('--text-2') }),
        ],
      },
      scales: { x: { time: true }, y: { range: (_chart, _min, max) => [0, max > 0 ? max * 1.1 : 1] } },
      axes: [
        {
          ...axis,
          size: 28,
          space: TICK_SPACE_PX,
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
          points: { show: () => latest.current.timesMs.length < 2 },
        })),
      ],
    },
    toData(latest.current),
    element,
  );
}

const MARK_DASH = [2, 4];
const MARK_GAP_PX = 5;
const MARK_TEXT_PX = 12;

/** A thin line at each mark, and its name beside it, on the side that has room. */
function drawMarks(
  { ctx, bbox, valToPos }: uPlot,
  marks: readonly Mark[],
  colours: { line: string; text: string },
): void {
  const scale = window.devicePixelRatio;
  ctx.save();
  ctx.font = `${MARK_TEXT_PX * scale}px ${getComputedStyle(document.body).fontFamily}`;
  ctx.textBaseline = 'top';
  ctx.setLineDash(MARK_DASH.map((length) => length * scale));
  for (const [index, { atMs, name }] of marks.entries()) {
    const x = valToPos(atMs / MS_PER_S, 'x', true);
    if (x < bbox.left - 1 || x > bbox.left + bbox.width + 1) continue;
    ctx.strokeStyle = colours.line;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const isLeft = x + ctx.measureText(name).width + MARK_GAP_PX * scale > bbox.left + bbox.width;
    ctx.textAlign = isLeft ? 'right' : 'left';
    ctx.fillStyle = colours.text;
    // Names of marks that are close stand on lines of their own.
    ctx.fillText(
      name,
      x + (isLeft ? -1 : 1) * MARK_GAP_PX * scale,
      bbox.top + index * (MARK_TEXT_PX + 4) * scale,
    );
  }
  ctx.restore();
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
