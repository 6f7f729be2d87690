import { t } from '../../i18n/language.ts';
import { formatDecimal } from './decimal.ts';

interface VesselProps {
  readonly currency: string;
  /** Decimal strings with 6 places, as REST writes amounts. */
  readonly held: string;
  readonly owed: string;
}

const WIDTH = 560;
const HEIGHT = 290;
const LEFT = 24;
const RIGHT = WIDTH - LEFT;
const RIM = 10;
const FLOOR = 280;
/** A vessel is never drawn fuller than this, so that what it owes stays visible below the rim. */
const FULLEST = 0.8;
const WAVE = 64;
const WAVES = 12;
const LINE_HEIGHT = 34;
const OUTLINE = `M${LEFT} ${RIM}v222a48 48 0 0 0 48 48h${RIGHT - LEFT - 96}a48 48 0 0 0 48-48V${RIM}`;

/** The pool as a vessel: water is what it holds, the dashed line what it owes to users. What it says in color stands in words below it too. */
export function Vessel({ currency, held, owed }: VesselProps) {
  // Only the picture is drawn from numbers; every amount that is written comes from its text.
  const [heldValue, owedValue] = [Number(held), Number(owed)];
  const largest = Math.max(heldValue, owedValue);
  const computeLevel = (value: number): number =>
    FLOOR - (largest === 0 ? 0 : (value / largest) * FULLEST * (FLOOR - RIM));
  const [heldY, owedY] = [computeLevel(heldValue), computeLevel(owedValue)];
  const isEmpty = largest === 0;
  const isShort = owedValue > heldValue;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="w-full"
      role="img"
      aria-label={t('vessel.label', { currency, held: formatDecimal(held), owed: formatDecimal(owed) })}
    >
      <defs>
        <linearGradient id={`water-${currency}`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className="water-top" />
          <stop offset="1" className="water-bottom" />
        </linearGradient>
        <clipPath id={`vessel-${currency}`}>
          <path d={`${OUTLINE}z`} />
        </clipPath>
      </defs>
      <g clipPath={`url(#vessel-${currency})`}>
        <rect x="0" y="0" width={WIDTH} height={HEIGHT} className="fill-sunken" />
        {isShort && (
          <rect x="0" y={owedY} width={WIDTH} height={heldY - owedY} className="fill-negative-soft" />
        )}
        {!isEmpty && (
          <g className="water-wave">
            <path d={drawWater(heldY)} fill={`url(#water-${currency})`} />
            <path d={drawShine(heldY)} className="fill-white opacity-15" />
          </g>
        )}
      </g>
      <path d={OUTLINE} className="fill-none stroke-line-strong" strokeWidth="3" strokeLinecap="round" />
      {!isEmpty && (
        <path
          d={`M8 ${owedY}H${WIDTH - 8}`}
          className="stroke-liabilities"
          strokeWidth="3"
          strokeDasharray="9 6"
        />
      )}
      {!isEmpty && !isShort && FLOOR - owedY > LINE_HEIGHT && (
        <text x="48" y={owedY + LINE_HEIGHT} className="fill-on-primary text-[16px] font-semibold">
          {t('vessel.covered')}
        </text>
      )}
      {isShort && (
        <text x="48" y={owedY + LINE_HEIGHT} className="fill-negative text-[16px] font-semibold">
          {t('vessel.short')}
        </text>
      )}
    </svg>
  );
}

/** Water from its surface down, wider than the vessel by the length of a wave, so that it can move. */
function drawWater(y: number): string {
  return `M-${WAVE * 2} ${y}q${WAVE / 2}-10 ${WAVE} 0${`t${WAVE} 0`.repeat(WAVES)}V${HEIGHT}H-${WAVE * 2}z`;
}

function drawShine(y: number): string {
  const back = `q-${WAVE / 2}-10-${WAVE} 0${`t-${WAVE} 0`.repeat(WAVES)}`;
  return `M-${WAVE * 2} ${y + 5}q${WAVE / 2}-10 ${WAVE} 0${`t${WAVE} 0`.repeat(WAVES)}v7${back}z`;
}
