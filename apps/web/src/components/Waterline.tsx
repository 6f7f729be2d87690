import { type Currency, displayAmount } from '@glasspool/core';
import { currentLanguage, t } from '../i18n/language.ts';
import { formatMoney } from './amounts.ts';

interface WaterlineProps {
  readonly held: bigint;
  readonly owed: bigint;
  readonly currency: Currency;
}

const WIDTH = 320;
const HEIGHT = 150;
const TOP = 14;
const DEPTH = HEIGHT - TOP - 6;
const VESSEL = `M8 ${TOP} v${DEPTH - 22} q0 22 22 22 h${WIDTH - 60} q22 0 22 -22 v-${DEPTH - 22}`;
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
  const places = 3;
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="w-full"
        role="img"
        aria-label={t('waterline.label', {
          currency,
          held: displayAmount(held, places, currentLanguage()),
          owed: displayAmount(owed, places, currentLanguage()),
        })}
      >
        <clipPath id={`vessel-${currency}`}>
          <path d={`${VESSEL} z`} />
        </clipPath>
        <g clipPath={`url(#vessel-${currency})`}>
          <rect x="0" y="0" width={WIDTH} height={HEIGHT} className="fill-sunken" />
          <rect x="0" y={heldY} width={WIDTH} height={HEIGHT} className="fill-primary opacity-85" />
          {owed > held && (
            <rect x="0" y={owedY} width={WIDTH} height={heldY - owedY} className="fill-negative-soft" />
          )}
        </g>
        <path d={VESSEL} className="fill-none stroke-line-strong" strokeWidth="2" strokeLinecap="round" />
        <path
          d={`M2 ${owedY} h${WIDTH - 4}`}
          className="stroke-liabilities"
          strokeWidth="2.5"
          strokeDasharray="7 5"
        />
      </svg>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-6 text-sm">
        <span className="font-medium text-primary">
          {t('waterline.holds', { amount: formatMoney(held, currency) })}
        </span>
        <span className="font-medium text-liabilities underline decoration-dashed underline-offset-4">
          {t('waterline.owes', { amount: formatMoney(owed, currency) })}
        </span>
        {held < owed && (
          <span className="w-full font-medium text-negative">
            {t('waterline.short', { amount: formatMoney(owed - held, currency) })}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
