import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';

const RUNGS = ['balance', 'tree', 'manifest', 'anchor', 'reserves'] as const;
const LINE = 'fill-none stroke-line-strong';

/** From a balance to the chain, rung by rung: what each of them shows, and who can check it. */
export function ProofLadder() {
  const isSignedIn = useSession() !== undefined;
  return (
    <Card title={t('ladder.title')}>
      <p className="mb-6 max-w-[70ch] text-text-2">{t('ladder.lead')}</p>
      <ol>
        {RUNGS.map((rung, index) => (
          <li key={rung} className="relative flex gap-4 pb-6 last:pb-0">
            {index < RUNGS.length - 1 && (
              <span aria-hidden className="absolute top-12 bottom-0 left-[23px] w-0.5 bg-line" />
            )}
            <svg aria-hidden viewBox="0 0 48 48" className="size-12 shrink-0 rounded-full bg-primary-soft">
              {DRAWINGS[rung]}
            </svg>
            <div>
              <h3 className="font-semibold">{t(`ladder.${rung}.title`)}</h3>
              <p className="max-w-[62ch] text-[15px]/6 text-text-2">{t(`ladder.${rung}`)}</p>
            </div>
          </li>
        ))}
      </ol>
      {!isSignedIn && (
        <p className="mt-4 text-text-2">
          <Link
            to={paths.logIn}
            state={{ from: paths.transparency }}
            className="font-medium text-primary underline"
          >
            {t('landing.signIn')}
          </Link>{' '}
          <span>{t('ladder.own')}</span>
        </p>
      )}
    </Card>
  );
}

const DRAWINGS: Readonly<Record<(typeof RUNGS)[number], ReactNode>> = {
  balance: <path d="M14 20v8a6 6 0 0 0 6 6h8a6 6 0 0 0 6-6v-8M16 24h16" className={LINE} strokeWidth="2.5" />,
  tree: (
    <>
      <path
        d="M24 14l-8 10M24 14l8 10M16 24l-3 9M16 24l4 9M32 24l-4 9M32 24l3 9"
        className={LINE}
        strokeWidth="2"
      />
      <g className="fill-primary">
        <circle cx="24" cy="14" r="3.5" />
        <circle cx="16" cy="24" r="3" />
        <circle cx="32" cy="24" r="3" />
      </g>
    </>
  ),
  manifest: (
    <>
      <rect
        x="15"
        y="12"
        width="18"
        height="24"
        rx="3"
        className="fill-surface stroke-line-strong"
        strokeWidth="2"
      />
      <path d="M19 19h10M19 24h10M19 29h6" className="fill-none stroke-primary" strokeWidth="2" />
    </>
  ),
  anchor: (
    <>
      <path d="M10 24h8M30 24h8" className={LINE} strokeWidth="2.5" />
      <rect
        x="4"
        y="18"
        width="9"
        height="12"
        rx="2"
        className="fill-surface stroke-line-strong"
        strokeWidth="2"
      />
      <rect x="18" y="16" width="13" height="16" rx="3" className="fill-primary" />
      <rect
        x="35"
        y="18"
        width="9"
        height="12"
        rx="2"
        className="fill-surface stroke-line-strong"
        strokeWidth="2"
      />
    </>
  ),
  reserves: (
    <>
      <path d="M12 16v12a6 6 0 0 0 6 6h12a6 6 0 0 0 6-6V16" className={LINE} strokeWidth="2.5" />
      <path d="M13.5 22h21v6a4.5 4.5 0 0 1-4.5 4.5H18a4.5 4.5 0 0 1-4.5-4.5z" className="fill-primary" />
    </>
  ),
};
