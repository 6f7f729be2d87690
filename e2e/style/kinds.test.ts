// Goal: the grammar of transfers is the same in the code, in its document, and in the verifier that shares no code with it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT_CLASSES, TRANSFER_KINDS } from '@glasspool/core/books';
import { expect, it } from 'vitest';
import { ROOT } from '../src/running-server.ts';

const kinds = Object.entries(TRANSFER_KINDS);
const document = readFileSync(join(ROOT, 'docs/books.md'), 'utf8');
const code = (text: string): string => `\`${text}\``;

it('stands in docs/books.md, a row for each kind', () => {
  const rows = kinds.map(([kind, { legs, users, reference, bound }]) =>
    [
      code(kind),
      legs.map(([from, to]) => `${code(from)} → ${code(to)}`).join('; '),
      users,
      code(reference),
      bound,
    ].join(' | '),
  );
  const table = document.slice(document.indexOf('| kind | debits → credits |')).split('\n\n')[0] ?? '';
  expect(table.split('\n').slice(2)).toEqual(rows.map((row) => `| ${row} |`));
});

it('stands in docs/books.md, a row for each class of account', () => {
  const rows = Object.entries(ACCOUNT_CLASSES).map(
    ([name, { side, guarded, meaning }]) =>
      `| ${code(name)} | ${side} | ${guarded ? 'yes' : 'no'} | ${meaning} |`,
  );
  const lines = document.split('\n');
  const first = lines.findIndex((line) => line.startsWith(`| ${code('user/wallet')} |`));
  expect(lines.slice(first, first + rows.length)).toEqual(rows);
});

it('stands in the verifier of Python', () => {
  const text = readFileSync(join(ROOT, 'packages/verify/python/glasspool_verify.py'), 'utf8');
  const table = /^KINDS = """\n([^"]+)\n"""/m.exec(text)?.[1] ?? '';
  const rows = kinds.map(([kind, { legs, users }]) =>
    [kind, users === 'many' ? -1 : users, ...legs.map((leg) => leg.join('>'))].join(' '),
  );
  expect(table.split('\n')).toEqual(rows);
});
