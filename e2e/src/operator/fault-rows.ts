// Every fault of every dependency, and the state that the program must then show.

import { Database } from '@glasspool/db';
import { sql } from 'kysely';
import type { NodeFault } from './node-proxy.ts';
import type { OperatedPool } from './operated-pool.ts';

/** One row of the matrix. */
export interface FaultRow {
  readonly dependency: string;
  readonly fault: string;
  /** Names as /readyz has them, with the states that one of them must come to. */
  readonly shown: Readonly<Record<string, readonly string[]>>;
  /** True where the program must call itself not ready. */
  readonly isReady: boolean;
  /** False where a notice cannot be written, or has another form than those of dependencies. */
  readonly hasNotice: boolean;
  inject(pool: OperatedPool): Promise<void> | void;
  heal(pool: OperatedPool): Promise<void> | void;
}

const AWAY = ['unreachable', 'silent', 'bad-answer'];

const DATABASE_ROWS: readonly FaultRow[] = [
  databaseRow('restarts (fast)', {
    inject: ({ postgres }) => postgres.stop('fast'),
    heal: ({ postgres }) => postgres.start(),
  }),
  databaseRow('crashes', {
    inject: ({ postgres }) => postgres.stop('immediate'),
    heal: ({ postgres }) => postgres.start(),
  }),
  databaseRow('hangs', {
    inject: ({ line }) => void Object.assign(line, { fault: 'silent' }),
    heal: ({ line }) => {
      line.fault = undefined;
      // Swallowed bytes are lost to both ends, as after a long cable fault.
      line.cut();
    },
  }),
  databaseRow('refuses connections', {
    inject: ({ line }) => {
      line.fault = 'refused';
      line.cut();
    },
    heal: ({ line }) => void Object.assign(line, { fault: undefined }),
  }),
  {
    ...databaseRow('only reads', {
      inject: (pool) => setReadOnly(pool, 'on'),
      heal: (pool) => setReadOnly(pool, 'off'),
    }),
    shown: { database: ['read-only'] },
  },
];

function databaseRow(fault: string, { inject, heal }: Pick<FaultRow, 'inject' | 'heal'>): FaultRow {
  return {
    dependency: 'PostgreSQL',
    fault,
    shown: { database: AWAY },
    isReady: false,
    hasNotice: false,
    inject,
    heal,
  };
}

async function setReadOnly({ postgres }: OperatedPool, value: 'on' | 'off'): Promise<void> {
  await using admin = new Database(
    () => `${postgres.url}/postgres?options=-c%20default_transaction_read_only%3Doff`,
  );
  await sql.raw(`alter system set default_transaction_read_only = ${value}`).execute(admin.untyped());
  await sql`select pg_reload_conf()`.execute(admin.untyped());
}

const MAIL_ROWS: readonly FaultRow[] = [
  mailRow('dies', AWAY, { inject: ({ mail }) => mail.stop(), heal: ({ mail }) => mail.start() }),
  mailRow('hangs', AWAY, setMailFault('silent')),
  mailRow('refuses for now', ['bad-answer'], setMailFault('refusing')),
  mailRow('refuses the login', ['login-refused'], setMailFault('wrong password')),
];

function setMailFault(fault: 'silent' | 'refusing' | 'wrong password'): Pick<FaultRow, 'inject' | 'heal'> {
  return {
    inject: ({ mail }) => void Object.assign(mail, { fault }),
    heal: ({ mail }) => void Object.assign(mail, { fault: undefined }),
  };
}

function mailRow(
  fault: string,
  reasons: readonly string[],
  { inject, heal }: Pick<FaultRow, 'inject' | 'heal'>,
): FaultRow {
  return {
    dependency: 'SMTP',
    fault,
    shown: { mail: reasons },
    isReady: true,
    hasNotice: true,
    inject: async (pool) => {
      await inject(pool);
      // Two mails, so that their fate is seen before the next regular look.
      for (const name of ['one', 'two'])
        await pool.client.post('/auth/send-otp', { email: `${name}-${crypto.randomUUID()}@example.org` });
    },
    heal,
  };
}

const NODE_FAULTS: readonly (readonly [NodeFault, readonly string[]])[] = [
  ['down', AWAY],
  ['silent', AWAY],
  ['refusing', AWAY],
  ['wrong network', ['wrong-network']],
  ['stale', ['behind']],
  // The node does not have the block that its lie declares final.
  ['lying head', ['disagrees', 'bad-answer']],
];

function nodeRows(network: 'BSC' | 'TRON'): FaultRow[] {
  const getProxies = (pool: OperatedPool) =>
    network === 'BSC' ? pool.network.bsc : pool.network.tronProxies;
  return [[1], [2], [1, 2]].flatMap((numbers) =>
    NODE_FAULTS.filter(([fault]) => numbers.length === 1 || fault !== 'lying head').map(
      ([fault, reasons]) => ({
        dependency: `${network} node ${numbers.join(' and ')}`,
        fault,
        shown: Object.fromEntries(numbers.map((number) => [`${network} node ${number}`, reasons])),
        isReady: true,
        hasNotice: true,
        inject: (pool) => {
          for (const number of numbers) Object.assign(getProxies(pool)[number - 1] ?? {}, { fault });
        },
        heal: (pool) => {
          for (const proxy of getProxies(pool)) proxy.fault = undefined;
        },
      }),
    ),
  );
}

const SLOW_ROW: FaultRow = {
  dependency: 'BSC node 1, TRON node 1',
  fault: 'slow',
  shown: {},
  isReady: true,
  hasNotice: false,
  inject: ({ network }) => {
    for (const [first] of [network.bsc, network.tronProxies]) first.fault = 'slow';
  },
  heal: ({ network }) => {
    for (const [first] of [network.bsc, network.tronProxies]) first.fault = undefined;
  },
};

const SIGNER_ROWS: readonly FaultRow[] = [
  signerRow('dies', { inject: ({ signer }) => signer.stop('SIGKILL'), heal: ({ signer }) => signer.start() }),
  signerRow('restarts', {
    inject: ({ signer }) => signer.stop('SIGTERM'),
    heal: ({ signer }) => signer.start(),
  }),
  signerRow('hangs', {
    inject: ({ signer }) => signer.signal('SIGSTOP'),
    heal: ({ signer }) => signer.signal('SIGCONT'),
  }),
];

function signerRow(fault: string, { inject, heal }: Pick<FaultRow, 'inject' | 'heal'>): FaultRow {
  return {
    dependency: 'signer',
    fault,
    shown: { signer: AWAY },
    isReady: false,
    hasNotice: true,
    inject,
    heal,
  };
}

const CLOCK_ROWS: readonly FaultRow[] = [60, -60].map((minutes) => ({
  dependency: 'clock',
  fault: `${Math.abs(minutes)} min ${minutes > 0 ? 'behind' : 'ahead'}`,
  shown: { clock: ['skewed'] },
  isReady: true,
  hasNotice: false,
  inject: ({ network }) => {
    for (const proxy of [...network.bsc, ...network.tronProxies]) proxy.timeShiftMs = minutes * 60_000;
  },
  heal: ({ network }) => {
    for (const proxy of [...network.bsc, ...network.tronProxies]) proxy.timeShiftMs = 0;
  },
}));

/** All faults that come while the program runs. */
export const FAULT_ROWS: readonly FaultRow[] = [
  ...DATABASE_ROWS,
  ...MAIL_ROWS,
  ...nodeRows('BSC'),
  ...nodeRows('TRON'),
  SLOW_ROW,
  ...SIGNER_ROWS,
  ...CLOCK_ROWS,
];

/** One fault of each kind, for every run of the tests. */
export const SHORT_ROWS: readonly FaultRow[] = FAULT_ROWS.filter(({ dependency, fault }) =>
  [
    'PostgreSQL restarts (fast)',
    'PostgreSQL hangs',
    'SMTP dies',
    'BSC node 1 down',
    'BSC node 1 and 2 wrong network',
    'TRON node 2 lying head',
    'signer hangs',
  ].includes(`${dependency} ${fault}`),
);
