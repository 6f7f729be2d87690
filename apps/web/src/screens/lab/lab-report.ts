import type { ExperimentId } from '@glasspool/api/contracts';
import { t } from '../../i18n/language.ts';
import { describeNoticed, describeVerdict } from './describe-verdict.ts';
import type { ExperimentRun } from './experiment-words.ts';
import { describeNews, describeOutcome, describeRun } from './experiment-words.ts';
import type { ListedLie } from './lab.worker.ts';
import type { Experiment } from './run-lie.ts';
import { isOver } from './use-experiments.ts';

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);

/** A page that needs no other file: every experiment that was run, with each of its checks. For a class or an audit. */
export function writeReport(
  lies: readonly ListedLie[],
  ran: ReadonlyMap<string, Experiment>,
  language: string,
): string {
  const rows = lies.flatMap((lie) => {
    const experiment = ran.get(lie.id);
    return experiment === undefined ? [] : [writeExperiment(lie, experiment)];
  });
  return writePage({ title: t('lab.board.report'), lead: t('lab.board.lead'), language, sections: rows });
}

/** A page that needs no other file: everything that each experiment told, with its verdict. */
export function writeExperimentReport(
  ids: readonly ExperimentId[],
  runs: ReadonlyMap<ExperimentId, ExperimentRun>,
  language: string,
): string {
  const sections = ids.flatMap((id) => {
    const run = runs.get(id);
    return run === undefined || !isOver(run) ? [] : [writeRun(id, run)];
  });
  return writePage({ title: t('experiment.report'), lead: t('experiment.lead'), language, sections });
}

function writeRun(id: ExperimentId, run: ExperimentRun): string {
  const lines = run.flatMap((news) => {
    if (news.kind === 'end' || news.kind === 'failed') return [];
    if (news.kind === 'event') return [`<tr><td colspan="3">${escapeHtml(describeNews(news))}</td></tr>`];
    const { text, isRight } = describeOutcome(id, news);
    return [
      `<tr class="${isRight ? '' : 'failed'}"><td><b>${escapeHtml(describeNews(news))}</b></td><td>${escapeHtml(text)}</td><td>${escapeHtml(news.found)}</td></tr>`,
    ];
  });
  return `<section><h2>${escapeHtml(t(`experiment.${id}.title`))}</h2>
<p>${escapeHtml(t(`experiment.${id}.what`))}<br>${escapeHtml(t('experiment.should'))}: ${escapeHtml(t(`experiment.${id}.should`))}</p>
<table>${lines.join('')}</table>
<p><b>${escapeHtml(describeRun(id, run).text)}</b></p></section>`;
}

interface Page {
  readonly title: string;
  readonly lead: string;
  readonly language: string;
  readonly sections: readonly string[];
}

function writePage({ title, lead, language, sections }: Page): string {
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}td,th{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}h2{margin-top:2.5rem;font-size:1.15rem}.failed{color:#b3261e}</style>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(lead)}</p>
${sections.join('\n')}
</html>
`;
}

function writeExperiment({ id, verdict }: ListedLie, { checks, noticed, isExpected }: Experiment): string {
  const lines = checks.map(
    ({ name, status, detail }) =>
      `<tr class="${status === 'failed' ? 'failed' : ''}"><td>${escapeHtml(name)}</td><td>${escapeHtml(t(`lab.status.${status.replaceAll(' ', '-')}`))}</td><td>${escapeHtml(detail)}</td></tr>`,
  );
  return `<section><h2>${escapeHtml(id)}: ${escapeHtml(t(`lie.${id}`))}</h2>
<p>${escapeHtml(t('lab.board.expected'))}: ${escapeHtml(describeVerdict(verdict))}<br>${escapeHtml(t('lab.board.found'))}: ${escapeHtml(describeNoticed(noticed))} (${escapeHtml(t(isExpected ? 'lab.board.asSaid' : 'lab.board.notAsSaid'))})</p>
<table>${lines.join('')}</table></section>`;
}
