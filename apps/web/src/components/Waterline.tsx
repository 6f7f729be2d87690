import { type Currency, displayAmount } from '@glasspool/core';

interface WaterlineProps {
  readonly held: bigint;
  readonly owed: bigint;
  readonly currency: Currency;
}

const WIDTH = 320;
const HEIGHT = 150;
const TOP = 14;
const DEPTH = HEIGHT - TOP - 6;
/** A vessel is never drawn fuller than this, so that what it owes stays visible below the rim. */
const FULLEST = 0.82;
const STEPS = 1_000n;

/** A vessel filled to what the pool holds, with a dashed line at what it owes. The words below say the same. */
export function Waterline({ held, owed, currency }: WaterlineProps) {
  const largest = held > owed ? held : owed;
  const levelOf = (amount: bigint): number =>
    largest === 0n ? 0 : (Number((amount * STEPS) / largest) / Number(STEPS)) * FULLEST * DEPTH;
  const heldY = TOP + DEPTH - levelOf(held);
  const owedY = TOP + DEPTH - levelOf(owed);
  const isCovered = held >= owed;
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="w-full"
        role="img"
        aria-label={`${currency}: holds ${displayAmount(held, 3)}, owes ${displayAmount(owed, 3)}`}
      >
        <clipPath id={`vessel-${currency}`}>
          <path d={`M8 ${TOP} v${DEPTH - 22} q0 22 22 22 h${WIDTH - 60} q22 0 22 -22 v-${DEPTH - 22} z`} />
        </clipPath>
        <g clipPath={`url(#vessel-${currency})`}>
          <rect x="0" y="0" width={WIDTH} height={HEIGHT} className="fill-sunken" />
          <rect x="0" y={heldY} width={WIDTH} height={HEIGHT} className="fill-primary opacity-85" />
        </g>
        <path
          d={`M8 ${TOP} v${DEPTH - 22} q0 22 22 22 h${WIDTH - 60} q22 0 22 -22 v-${DEPTH - 22}`}
          className="fill-none stroke-line-strong"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <path
          d={`M2 ${owedY} h${WIDTH - 4}`}
          className="stroke-liabilities"
          strokeWidth="2.5"
          strokeDasharray="7 5"
        />
      </svg>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-6 text-sm">
        <span className="font-medium text-primary">
          Holds {displayAmount(held, 3)} {currency}
        </span>
        <span className="font-medium text-liabilities">
          Owes {displayAmount(owed, 3)} {currency}
        </span>
        {!isCovered && (
          <span className="w-full font-medium text-negative">
            It is {displayAmount(owed - held, 3)} {currency} short.
          </span>
        )}
      </figcaption>
    </figure>
  );
}
