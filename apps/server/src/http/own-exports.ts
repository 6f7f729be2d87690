import { Readable } from 'node:stream';
import {
  type Context,
  getCaller,
  parseInput,
  StatementInput,
  toUserFilter,
  UserTransactionFilter,
} from '@glasspool/api';
import { formatAmount } from '@glasspool/core';
import { readOwnData } from '@glasspool/records/own-data';
import { readStatement } from '@glasspool/records/statements';
import { type FeedEntry, iterateUserTransactions } from '@glasspool/records/transactions';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { attach, type Columns, registerExport, sendCsv } from './export-route.ts';
import type { CreateContext } from './rest.ts';
import { drawStatement } from './statement-pdf.ts';

/** Downloads of users: each of their own history, statement and data, and of nothing else. */
export function registerOwnExports(server: FastifyInstance, createContext: CreateContext): void {
  registerExport(server, createContext, {
    path: '/api/exports/user-transactions.csv',
    send: (context, { query }, reply) => {
      const { userId } = getCaller(context);
      const filter = toUserFilter(parseInput(UserTransactionFilter, query));
      const rows = iterateUserTransactions(context.deps, { ...filter, userId });
      return sendCsv(reply, 'my-transactions', rows, OWN_COLUMNS);
    },
  });
  registerExport(server, createContext, {
    path: '/api/exports/statement.pdf',
    send: async (context, { query }, reply) => {
      const { userId } = getCaller(context);
      const now = context.deps.clock.now();
      const { month, from, until } = parseInput(refuseLater(now), query);
      const statement = await readStatement(context.deps, { userId, from, until });
      attach(reply, `glasspool-statement-${month}.pdf`, 'application/pdf');
      return reply.send(await drawStatement(statement, { from, until: Math.min(until - 1, now) }));
    },
  });
  registerExport(server, createContext, {
    path: '/api/exports/my-data.json',
    send: sendOwnData,
  });
}

/** Months that have begun: a statement of another one would say what is owed at a time to come. */
function refuseLater(now: number) {
  return StatementInput.refine(({ from }) => from <= now, {
    error: 'This month has not begun.',
    path: ['month'],
  });
}

async function sendOwnData(context: Context, _: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const { actor, deps } = context;
  // A program with a key reads what its calls show, not sessions and networks that they came from.
  if (actor === undefined) throw new TRPCError({ code: 'UNAUTHORIZED' });
  const known = await readOwnData(deps, actor);
  const rows = iterateUserTransactions(deps, { userId: actor.userId });
  attach(reply, 'glasspool-my-data.json', 'application/json; charset=utf-8');
  return reply.send(Readable.from(writeJson(known, rows)));
}

/** Text of one JSON object, with the rows of the history at its end as they are read. */
async function* writeJson(known: object, rows: AsyncIterable<FeedEntry>): AsyncGenerator<string> {
  yield `${toJson(known).slice(0, -1)},"transactions":[`;
  let separator = '';
  for await (const row of rows) {
    yield `${separator}\n${toJson(row)}`;
    separator = ',';
  }
  yield ']}\n';
}

/** Amounts are decimal strings under their plain names, as everywhere in the API. */
function toJson(value: object): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'bigint' ? formatAmount(one) : one,
  ).replaceAll(/"(\w+)Micro":/g, '"$1":');
}

type Transaction = Pick<
  FeedEntry,
  'id' | 'createdAt' | 'amountMicro' | 'currency' | 'status' | 'network' | 'txHash'
> & { readonly type: string };

/** Columns of any transaction in a CSV file. */
export const TRANSACTION_COLUMNS = {
  id: ({ id }) => id,
  date: ({ createdAt }) => new Date(createdAt).toISOString(),
  type: ({ type }) => type,
  amount: ({ amountMicro }) => formatAmount(amountMicro),
  currency: ({ currency }) => currency,
  status: ({ status }) => status,
  network: ({ network }) => network,
  tx_hash: ({ txHash }) => txHash ?? '',
} as const satisfies Columns<Transaction>;

const OWN_COLUMNS: Columns<FeedEntry> = { ...TRANSACTION_COLUMNS, address: ({ to }) => to ?? '' };
