import type { ReactNode } from 'react';
import { t } from '../../i18n/language.ts';

const LINE = 'fill-none stroke-line-strong';
const ACTIVE = 'fill-none stroke-primary';

/** The pool in three steps, each with a drawing. */
export function HowItWorks() {
  return (
    <section id="how" aria-labelledby="how-title" className="scroll-mt-28">
      <h2 id="how-title" className="text-[28px]/8 font-semibold tracking-[-0.025em]">
        {t('landing.how.title')}
      </h2>
      <p className="mt-1 mb-6 max-w-[60ch] text-text-2">{t('landing.how.text')}</p>
      <ol className="grid gap-5 lg:grid-cols-3">
        <Step number={1} name="deposit">
          <rect
            x="10"
            y="28"
            width="96"
            height="44"
            rx="12"
            className="fill-sunken stroke-line-strong"
            strokeWidth="1.5"
          />
          <path d="M118 50h64M174 41l10 9-10 9" className={ACTIVE} strokeWidth="3" />
          <path d="M202 22v44a12 12 0 0 0 12 12h56a12 12 0 0 0 12-12V22" className={LINE} strokeWidth="3" />
          <path d="M204 48h76v18a10 10 0 0 1-10 10h-56a10 10 0 0 1-10-10z" className="fill-primary" />
        </Step>
        <Step number={2} name="reward">
          <path d="M24 20v46a12 12 0 0 0 12 12h56a12 12 0 0 0 12-12V20" className={LINE} strokeWidth="3" />
          <path
            d="M26 40h76v26a10 10 0 0 1-10 10H36a10 10 0 0 1-10-10z"
            className="fill-liabilities opacity-70"
          />
          <path d="M118 50h66M176 41l10 9-10 9" className={ACTIVE} strokeWidth="3" />
          <g className="fill-primary">
            <circle cx="216" cy="28" r="9" />
            <circle cx="248" cy="50" r="9" />
            <circle cx="216" cy="72" r="9" />
          </g>
        </Step>
        <Step number={3} name="proof">
          <path
            d="M150 16 90 46M150 16l60 30M90 46 60 76M90 46l30 30M210 46l-30 30M210 46l30 30"
            className={LINE}
            strokeWidth="2.5"
          />
          <g className="fill-surface stroke-primary" strokeWidth="3">
            <circle cx="150" cy="16" r="9" />
            <circle cx="90" cy="46" r="8" />
            <circle cx="210" cy="46" r="8" />
          </g>
          <g className="fill-primary">
            <circle cx="60" cy="78" r="7" />
            <circle cx="120" cy="78" r="7" />
            <circle cx="240" cy="78" r="7" />
          </g>
          <circle cx="180" cy="78" r="9" className="fill-liabilities" />
        </Step>
      </ol>
    </section>
  );
}

function Step({
  number,
  name,
  children,
}: {
  number: number;
  name: 'deposit' | 'reward' | 'proof';
  children: ReactNode;
}) {
  return (
    <li className="rounded-card border border-line bg-surface p-5 lg:p-6">
      <svg aria-hidden viewBox="0 0 300 96" className="mb-4 h-24 w-full">
        {children}
      </svg>
      <p className="text-[13px] font-bold text-primary">{number}</p>
      <h3 className="mt-1 mb-1.5 text-lg font-semibold tracking-[-0.01em]">
        {t(`landing.how.${name}.title`)}
      </h3>
      <p className="text-[15px]/6 text-text-2">{t(`landing.how.${name}`)}</p>
    </li>
  );
}
