import { pipeline } from 'node:stream/promises';
import { assertPlainInput, assertStaff, type Context } from '@glasspool/api';
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CreateContext, sendFailure } from './rest.ts';

/** Columns of a file of values that are separated by commas: the name of each, and its cell in a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number>>;

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

/**
 * Sends rows as CSV, written as the database gives them, so that the length of a history costs no memory. The names of the columns come
 * first even where no row does, and the byte order mark before them: without it a spreadsheet reads names in another alphabet wrongly.
 */
export async function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  rows: AsyncIterable<Row>,
  columns: Columns<Row>,
): Promise<FastifyReply> {
  const csv = stringify({
    bom: true,
    header: true,
    columns: Object.keys(columns),
    // A cell that a spreadsheet would take for a formula gets an apostrophe in front.
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  attach(reply, `glasspool-${name}.csv`, 'text/csv; charset=utf-8');
  void pipeline(toCells(rows, columns), csv).catch((error: unknown) => {
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

async function* toCells<Row>(
  rows: AsyncIterable<Row>,
  columns: Columns<Row>,
): AsyncGenerator<(string | number)[]> {
  const cells = Object.values(columns);
  for await (const row of rows) yield cells.map((cell) => cell(row));
}
