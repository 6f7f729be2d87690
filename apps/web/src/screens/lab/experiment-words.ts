import type { ExperimentId, ExperimentNews } from '@glasspool/api/contracts';
import { type ExperimentCheck, isAsExpected, listExpectedChecks } from '@glasspool/lab/experiments';
import { t } from '../../i18n/language.ts';

/** Everything that an experiment told so far. */
export type ExperimentRun = readonly ExperimentNews[];

/** Checks that a run has made so far. */
export function listChecks(run: ExperimentRun | undefined): ExperimentCheck[] {
  return (run ?? []).filter((news) => news.kind === 'check');
}

/** Outcome of a check in words: one that should fail and does is said to do so as expected. */
export function describeOutcome(
  id: ExperimentId,
  check: ExperimentCheck,
): { text: string; isRight: boolean } {
  const holds = listExpectedChecks(id).find((one) => one.id === check.id)?.holds ?? true;
  if (check.isHeld) return { text: t('experiment.held'), isRight: holds };
  return holds
    ? { text: t('experiment.broken'), isRight: false }
    : { text: t('experiment.brokenAsSaid'), isRight: true };
}

/** Verdict on a run that is over. */
export function describeRun(id: ExperimentId, run: ExperimentRun): { text: string; isRight: boolean } {
  const last = run.at(-1);
  if (last?.kind === 'failed')
    return { text: t('experiment.failed', { reason: firstLine(last.reason) }), isRight: false };
  const isRight = isAsExpected(id, listChecks(run));
  return { text: t(isRight ? 'experiment.verdict.asExpected' : 'experiment.verdict.other'), isRight };
}

/** One thing that an experiment told, in a sentence. */
export function describeNews(news: Extract<ExperimentNews, { kind: 'event' | 'check' }>): string {
  return news.kind === 'event'
    ? t(`experiment.event.${news.id}`, news.values)
    : t(`experiment.check.${news.id}`);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
