import { pipeline } from 'node:stream/promises';
import { assertPlainInput, assertStaff, type Context } from '@glasspool/api';
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CreateContext, sendFailure } from './rest.ts';

/** One row of a file of values that are separated by commas. */
export type Cells = Readonly<Record<string, string | number>>;

interface ExportRoute {
  readonly path: `/api/exports/${string}`;
  /** Left out: signed-in users, each for what is theirs. */
  readonly isForStaff?: true;
  readonly send: (context: Context, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/** Registers a download: it is counted, guarded and refused as every other call. */
export function registerExport(
  server: FastifyInstance,
  createContext: CreateContext,
  { path, isForStaff, send }: ExportRoute,
): void {
  server.get(path, async (request, reply) => {
    try {
      const context = await createContext(request, reply);
      const accountId = (context.actor ?? context.apiKey)?.userId;
      await context.limits.take('read', { ipAddress: context.ipAddress, accountId });
      if (isForStaff === true) assertStaff(context);
      assertPlainInput(request.query);
      return await send(context, request, reply);
    } catch (error) {
      return sendFailure(request, reply, error);
    }
  });
}

/** Sends rows as CSV, written as the database gives them, so that the length of a history costs no memory. */
export async function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  rows: AsyncIterable<Row>,
  toCells: (row: Row) => Cells,
): Promise<FastifyReply> {
  // A cell that a spreadsheet would take for a formula gets an apostrophe in front.
  const csv = stringify({ header: true, escape_formulas: true, record_delimiter: 'windows' });
  attach(reply, `glasspool-${name}.csv`, 'text/csv; charset=utf-8');
  void pipeline(mapRows(rows, toCells), csv).catch((error: unknown) => {
    // The answer has begun: it is cut off, and the log says why.
    reply.log.error({ err: error }, 'export failed');
    csv.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return reply.send(csv);
}

/** Names the file that an answer is saved as. */
export function attach(reply: FastifyReply, fileName: string, type: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .type(type);
}

async function* mapRows<Row>(rows: AsyncIterable<Row>, toCells: (row: Row) => Cells): AsyncGenerator<Cells> {
  for await (const row of rows) yield toCells(row);
}
