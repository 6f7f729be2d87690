import { DAY_MS } from '@glasspool/core';
import {
  type Dispatch,
  memo,
  type SetStateAction,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { type PoolFigures, trpc } from '../../api/trpc.ts';
import { Footer } from '../../components/frame/Footer.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { PublicHeader } from '../../components/frame/PublicHeader.tsx';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DepositsForecast } from './DepositsForecast.tsx';
import type { DrawnForecasts } from './forecast.worker.ts';
import { ReserveForecast } from './ReserveForecast.tsx';
import { ScenarioControls } from './ScenarioControls.tsx';
import { CURRENCY, chooseStart, findOrigin, toScenario } from './scenario.ts';
import { type Choice, readChoice, type Span, type Start, writeChoice } from './settings.ts';
import { useForecast } from './use-forecast.ts';

/** Browsers take so many changes of an address in half a minute, and a slider would make more. */
const ADDRESS_AFTER_MS = 400;

/** The pool's past, its future by the functions that pay its rewards, and the same pool if rewards came out of deposits. For anyone. */
export function TimeMachineScreen() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const runs = trpc.transparency.listPayouts.useQuery({});
  const isReady = figures.data !== undefined && runs.data !== undefined;
  const isFailed = !isReady && (figures.isError || runs.isError);
  const newest = runs.data?.data.find(({ currency }) => currency === CURRENCY);
  return (
    <>
      <PublicHeader />
      <main id="content" tabIndex={-1} className="mx-auto max-w-[1120px] px-4 pt-6 pb-16 lg:px-8">
        <PageTitle>{t('lab.title')}</PageTitle>
        <p className="mt-2 mb-6 max-w-[56ch] text-lg/7 text-text-2">{t('lab.lead')}</p>
        {isFailed && (
          <LoadError
            textId="lab.failed"
            onRetry={() => {
              void figures.refetch();
              void runs.refetch();
            }}
          />
        )}
        {!isReady && !isFailed && <Skeleton className="h-[720px]" />}
        {isReady && <Machine figures={figures.data} investments={newest?.investments ?? 0} />}
        <p className="mt-6 max-w-[70ch] text-sm text-text-2">{t('lab.model')}</p>
        {figures.data?.network === 'local' && (
          <p className="mt-3">
            <Link
              to={paths.lab}
              className="inline-flex min-h-11 items-center font-medium text-primary underline"
            >
              {t('lab.board.title')}
            </Link>
          </p>
        )}
      </main>
      <Footer sourceUrl={figures.data?.sourceUrl} />
    </>
  );
}

function Machine({ figures, investments }: { figures: PoolFigures; investments: number }) {
  const [choice, setChoice] = useChoice(figures);
  const { start, span } = choice;
  const origin = useMemo(() => findOrigin(start, figures, investments), [start, figures, investments]);
  const scenario = useMemo(() => toScenario(origin, choice), [origin, choice]);
  const drawn = useForecast(scenario);
  const startMs = Math.floor(figures.now / DAY_MS) * DAY_MS;
  const setSpan = useCallback(
    (next: Span) => setChoice((before) => ({ ...before, span: next })),
    [setChoice],
  );
  return (
    <div className="grid gap-5 lg:grid-cols-[320px_minmax(0,1fr)]">
      <ScenarioControls
        choice={choice}
        settings={{ ...origin.settings, ...choice.changed }}
        onChange={setChoice}
      />
      {drawn === undefined ? (
        <Skeleton className="h-[720px]" />
      ) : (
        <Forecasts start={start} span={span} drawn={drawn} startMs={startMs} onSpan={setSpan} />
      )}
    </div>
  );
}

interface ForecastsProps {
  readonly start: Start;
  readonly span: Span;
  readonly drawn: DrawnForecasts;
  readonly startMs: number;
  readonly onSpan: (span: Span) => void;
}

/** Drawn again only with a new forecast, not with each step of a slider. */
const Forecasts = memo(({ start, span, drawn, startMs, onSpan }: ForecastsProps) => (
  <div className="min-w-0 space-y-5">
    <ReserveForecast {...{ start, span, startMs, onSpan }} scenario={drawn.scenario} drawn={drawn.reserve} />
    <DepositsForecast scenario={drawn.scenario} startMs={startMs} drawn={drawn.deposits} />
  </div>
));

/** Choice that the address had when the page was opened, and has again a moment after each change. */
function useChoice(figures: PoolFigures): [Choice, Dispatch<SetStateAction<Choice>>] {
  const [search, setSearch] = useSearchParams();
  const [choice, setChoice] = useState(() => readChoice(search, chooseStart(figures)));
  const first = useRef(choice);
  useEffect(() => {
    if (choice === first.current) return;
    const timer = setTimeout(() => setSearch(writeChoice(choice), { replace: true }), ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [choice, setSearch]);
  return [choice, setChoice];
}
