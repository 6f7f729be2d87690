// Goal: the list of the lab's experiments names files that are there, and docs/lab.md says of each what the screen says. Method: the list, the
// catalogue and the document, read side by side.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EXPERIMENT_IDS } from '@glasspool/api/contracts';
import {
  CLOSING_CHECKS,
  EXPERIMENT_GROUPS,
  EXPERIMENTS,
  listExpectedChecks,
} from '@glasspool/lab/experiments';
import { LIES } from '@glasspool/lab/lies';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const catalogue = readFileSync(join(ROOT, 'apps/web/locales/en.po'), 'utf8');
const ACTORS = { chain: 'The chain', attacker: 'An attacker', fate: 'Fate' } as const;

function getText(id: string): string {
  const text = catalogue.split(`msgid "${id}"\nmsgstr "`)[1]?.split('"\n')[0];
  if (text === undefined) throw new Error(`The catalogue has no text ${id}.`);
  return text;
}

function writeTable(): string {
  return EXPERIMENT_GROUPS.map((group) => {
    const rows = EXPERIMENT_IDS.filter((id) => EXPERIMENTS[id].group === group).map((id) => {
      const { code, tests } = EXPERIMENTS[id];
      const broken = listExpectedChecks(id).filter(({ holds }) => !holds);
      const noticed = broken.map((one) => getText(`experiment.check.${one.id}`)).join('; ') || '–';
      const files = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join('<br>');
      return `| \`${id}\` | ${getText(`experiment.${id}.title`)} | ${getText(`experiment.${id}.should`)} | ${noticed} | ${files(code)} | ${files(tests)} |`;
    });
    return `### ${ACTORS[group]}\n\n| id | experiment | what should happen | fails at the end, and so is noticed | code that defends | tests |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  }).join('\n');
}

describe('the lab', () => {
  it.each(EXPERIMENT_IDS)('names files of the repository for %s', (id) => {
    const { code, tests } = EXPERIMENTS[id];
    expect([...code, ...tests].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(tests.every((file) => file.endsWith('.test.ts'))).toBe(true);
  });

  it('has words for every check', () => {
    const ids = new Set(EXPERIMENT_IDS.flatMap((id) => listExpectedChecks(id)).map((one) => one.id));
    for (const id of [...ids, ...CLOSING_CHECKS]) expect(getText(`experiment.check.${id}`)).not.toBe('');
  });

  it('says of each lie on the screen what the table of lies says', () => {
    expect(LIES.map(({ id }) => [id, getText(`lie.${id}`)])).toEqual(LIES.map(({ id, what }) => [id, what]));
  });

  it('has a document with the table of the list', async () => {
    const document = readFileSync(join(ROOT, 'docs/lab.md'), 'utf8');
    const [before = '', after = '', ...others] = document.split('## Experiments\n');
    const [, rest = ''] = after.split('## Limits\n');
    // Only the table is made; what people wrote before and after it stays.
    expect([before.length > 1_000, rest.length > 200, others]).toEqual([true, true, []]);
    await expect(`${before}## Experiments\n\n${writeTable()}\n## Limits\n${rest}`).toMatchFileSnapshot(
      join(ROOT, 'docs/lab.md'),
    );
  });
});
