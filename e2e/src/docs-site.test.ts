// Goal: the reference documentation is built as a site on which no link and no heading that a link names is missing, and that can be searched.
// Method: the real build into a folder of its own; every link of every page followed in the files; one broken on purpose.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './running-server.ts';

const PATIENCE_MS = 300_000;
const PAGES = [
  'index.html',
  'docs/concepts.html',
  'docs/tutorials/member.html',
  'docs/tutorials/operator.html',
  'docs/tutorials/integrator.html',
  'docs/tutorials/auditor.html',
  'docs/reference/rest/withdrawals.html',
  'docs/reference/typed.html',
  'docs/proof-of-solvency.html',
  'docs/operations.html',
  'docs/glossary.html',
];

/** Links of a site that lead nowhere: to no file, or to no heading of one. */
function findDeadLinks(site: string): string[] {
  const pages = new Map(
    globSync('**/*.html', { cwd: site }).map((page) => [page, readFileSync(join(site, page), 'utf8')]),
  );
  const dead: string[] = [];
  for (const [page, html] of pages)
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const url = new URL(href, `http://site/${page}`);
      const path = decodeURIComponent(url.pathname).slice(1);
      const target = [path, `${path}.html`, posix.join(path, 'index.html')].find(
        (file) => file !== '' && existsSync(join(site, file)) && /\.\w+$/.test(file),
      );
      const heading = decodeURIComponent(url.hash.slice(1));
      const isThere =
        target !== undefined && (heading === '' || pages.get(target)?.includes(`id="${heading}"`));
      if (isThere !== true) dead.push(`${page}: ${href}`);
    }
  return [...new Set(dead)];
}

describe('the documentation as a site', () => {
  let site: string;
  beforeAll(() => {
    site = mkdtempSync(join(tmpdir(), 'glasspool-docs-'));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/vitepress/bin/vitepress.js'), 'build', join(ROOT, 'docs'), '--outDir', site],
      { cwd: join(ROOT, 'docs'), encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  }, PATIENCE_MS);
  afterAll(() => rmSync(site, { recursive: true }));

  it('has a page for every kind of reader, the reference, the proof, operations and the glossary', () => {
    expect(PAGES.filter((page) => !existsSync(join(site, page)))).toEqual([]);
    const withdrawals = readFileSync(join(site, 'docs/reference/rest/withdrawals.html'), 'utf8');
    expect(withdrawals).toContain('/withdrawals/{id}');
    expect(withdrawals).toContain('WITHDRAWAL_BELOW_MINIMUM');
  });

  it('is searched without a server', () => {
    const [index = ''] = globSync('assets/chunks/@localSearchIndex*.js', { cwd: site });
    expect(readFileSync(join(site, index), 'utf8')).toContain('Reward runs');
  });

  it('has no link that leads nowhere', () => {
    expect(findDeadLinks(site)).toEqual([]);
  });

  it('is found wrong when a link is planted that leads nowhere', () => {
    const copy = mkdtempSync(join(tmpdir(), 'glasspool-docs-'));
    cpSync(site, copy, { recursive: true });
    const page = join(copy, 'docs/concepts.html');
    const html = readFileSync(page, 'utf8');
    writeFileSync(
      page,
      html.replace(
        '</main>',
        '<a href="/docs/nowhere.html">x</a><a href="/docs/books.html#no-such">y</a></main>',
      ),
    );
    expect(findDeadLinks(copy)).toEqual([
      'docs/concepts.html: /docs/nowhere.html',
      'docs/concepts.html: /docs/books.html#no-such',
    ]);
    rmSync(copy, { recursive: true });
  });
});
