import { Readable } from 'node:stream';
import type { Limits } from '@glasspool/api';
import { parseInput, SnapshotFileParams } from '@glasspool/api';
import type { SolvencyDeps } from '@glasspool/solvency';
import type { FastifyInstance } from 'fastify';
import type { ClientAddress } from './client-address.ts';
import { withLimitHeaders } from './limit-headers.ts';
import { sendFailure } from './rest.ts';

/** The published files of snapshots, public forever, for verifiers. */
export function registerSnapshotDownloads(
  server: FastifyInstance,
  { deps, limits, clientAddress }: { deps: SolvencyDeps; limits: Limits; clientAddress: ClientAddress },
): void {
  server.get('/api/transparency/snapshots/:number/:name', async (request, reply) => {
    try {
      await withLimitHeaders(limits, reply).take('read', {
        ipAddress: clientAddress(request.raw),
        accountId: undefined,
      });
      const { number, name } = parseInput(SnapshotFileParams, request.params);
      const file = Readable.from(deps.snapshots.read(number, name), { objectMode: false });
      const type = name.endsWith('.json') ? 'application/json' : 'application/octet-stream';
      return await reply.header('cache-control', 'no-cache').type(type).send(file);
    } catch (error) {
      return sendFailure(request, reply, error);
    }
  });
}
