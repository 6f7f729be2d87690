// The reference documentation as a site: `npm run docs` builds it from the documents of this repository into docs/.vitepress/dist, without
// a server, searchable, and stops at a link that leads nowhere.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitepress';
import { listTags } from './rest-reference.ts';

const page = (text: string, link: string) => ({ text, link: `/docs/${link}` });

export default defineConfig({
  title: 'Glasspool',
  description: 'A custodial pool on test networks whose books anyone can check: tokens have no value.',
  srcDir: '..',
  srcExclude: ['**/node_modules/**', '**/dist/**', '**/dist-*/**', 'data/**', 'deploy/**', 'apps/**'],
  outDir: './.vitepress/dist',
  // Addresses of a pool on the reader's own machine.
  ignoreDeadLinks: 'localhostLinks',
  // The first page of the site.
  rewrites: (page) => page.replace(/^docs\/(?=index\.)/, ''),
  markdown: {
    html: false,
    attrs: { disable: true },
    config: (markdown) => {
      markdown.use(checkFileLinks);
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      page('Concepts', 'concepts'),
      page('Tutorials', 'tutorials/member'),
      page('REST', 'reference/rest/signing-up-and-in'),
      page('Proof', 'proof-of-solvency'),
      page('Glossary', 'glossary'),
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          page('Concepts', 'concepts'),
          { text: 'README', link: '/README' },
          page('Glossary', 'glossary'),
        ],
      },
      {
        text: 'Tutorials',
        items: [
          page('Member', 'tutorials/member'),
          page('Operator', 'tutorials/operator'),
          page('Integrator', 'tutorials/integrator'),
          page('Auditor', 'tutorials/auditor'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('The API', 'api'),
          ...listTags().map(({ name, slug }) => page(`REST: ${name}`, `reference/rest/${slug}`)),
          page('Typed calls', 'reference/typed'),
          { text: 'Examples', link: '/examples/README' },
        ],
      },
      {
        text: 'The books and their proof',
        items: [
          page('The books', 'books'),
          page('Withdrawals', 'withdrawals'),
          page('Proof of solvency', 'proof-of-solvency'),
          page('The lying operator', 'lying-operator'),
          page('The lab', 'lab'),
          page('The time machine', 'time-machine'),
          { text: 'glasspool-verify', link: '/packages/verify/README' },
          { text: 'glasspool-watch', link: '/packages/verify/src/watch/README' },
        ],
      },
      {
        text: 'Operations',
        items: [
          page('Installation', 'installation'),
          page('Operations', 'operations'),
          page('Capacity', 'scale'),
          page('Chains', 'chains'),
          page('What is kept', 'data'),
          page('Security', 'reference/security'),
          page('Cryptography', 'cryptography'),
          page('Releases', 'release'),
        ],
      },
      {
        text: 'The project',
        items: [
          page('Architecture', 'architecture'),
          page('Where is …?', 'where'),
          page('Specification', 'specification'),
          page('Deviations', 'deviations'),
          page('Dependencies', 'dependencies'),
          page('Quality, measured', 'quality'),
          page('Pitfalls', 'pitfalls'),
          page('Accessibility', 'accessibility'),
          { text: 'Contributing', link: '/CONTRIBUTING' },
        ],
      },
    ],
  },
});

interface LinkToken {
  readonly type: string;
  tag: string;
  attrs: [string, string][] | null;
  attrGet(name: string): string | null;
  readonly children: LinkToken[] | null;
}

/**
 * VitePress looks for pages only. A link to another file of the repository has to lead to one that exists; on the site its text stands alone,
 * since the file is not a part of it.
 */
function checkFileLinks(markdown: {
  core: {
    ruler: {
      push(name: string, rule: (state: { tokens: LinkToken[]; env: { path: string } }) => void): void;
    };
  };
}): void {
  markdown.core.ruler.push('file-links', ({ tokens, env }) => {
    for (const { children } of tokens) if (children !== null) checkLinks(children, env.path);
  });
}

function checkLinks(tokens: readonly LinkToken[], page: string): void {
  let isFile = false;
  for (const token of tokens) {
    if (token.type === 'link_close' && isFile) token.tag = 'span';
    const href = token.type === 'link_open' ? token.attrGet('href') : null;
    if (href === null) continue;
    isFile = false;
    if (/^([a-z]+:|#|\/)/.test(href)) continue;
    const [path = ''] = href.split('#');
    const file = join(dirname(page), decodeURIComponent(path));
    if (!existsSync(file)) throw new Error(`${page} links to ${href}, which is not there.`);
    isFile = !file.endsWith('.md');
    if (isFile) [token.tag, token.attrs] = ['span', null];
  }
}
