import { listChainStates, type PoolDeps } from '@glasspool/pool';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What watches a process: whether it lives, and whether it is ready for users. Neither tells anything of the pool. */
export function registerHealth(
  server: FastifyInstance,
  { deps, isSignerRunning }: { deps: PoolDeps; isSignerRunning: () => boolean },
): void {
  let isStopping = false;
  server.addHook('preClose', async () => {
    isStopping = true;
  });
  server.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: true }),
  );
  server.get('/readyz', async (request, reply) => {
    const checks = {
      database: await isDatabaseReady(request, deps),
      // A chain that is down stops deposits and payouts, not the pages: their figures say so.
      signer: isSignerRunning(),
      stopping: isStopping,
    };
    const status = checks.database && checks.signer && !checks.stopping;
    return reply
      .code(status ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, checks });
  });
}

async function isDatabaseReady(request: FastifyRequest, deps: PoolDeps): Promise<boolean> {
  try {
    await listChainStates(deps);
    return true;
  } catch (error) {
    request.log.warn({ err: error }, 'the database does not answer');
    return false;
  }
}
