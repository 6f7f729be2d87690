import { t } from '../../i18n/language.ts';
import { describeNoticed, describeVerdict } from './describe-verdict.ts';
import type { Experiment, ListedLie } from './run-lie.ts';

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
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><title>${escapeHtml(t('lab.board.report'))}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}td,th{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}h2{margin-top:2.5rem;font-size:1.15rem}.failed{color:#b3261e}</style>
<h1>${escapeHtml(t('lab.board.report'))}</h1>
<p>${escapeHtml(t('lab.board.lead'))}</p>
${rows.join('\n')}
</html>
`;
}

function writeExperiment(
  { id, what, verdict }: ListedLie,
  { checks, noticed, isExpected }: Experiment,
): string {
  const lines = checks.map(
    ({ name, status, detail }) =>
      `<tr class="${status === 'failed' ? 'failed' : ''}"><td>${escapeHtml(name)}</td><td>${escapeHtml(t(`lab.status.${status.replaceAll(' ', '-')}`))}</td><td>${escapeHtml(detail)}</td></tr>`,
  );
  return `<section><h2>${escapeHtml(id)}: <span lang="en">${escapeHtml(what)}</span></h2>
<p>${escapeHtml(t('lab.board.expected'))}: ${escapeHtml(describeVerdict(verdict))}<br>${escapeHtml(t('lab.board.found'))}: ${escapeHtml(describeNoticed(noticed))} (${escapeHtml(t(isExpected ? 'lab.board.asSaid' : 'lab.board.notAsSaid'))})</p>
<table>${lines.join('')}</table></section>`;
}
