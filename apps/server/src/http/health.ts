import { listChainStates, type PoolDeps } from '@glasspool/pool';
import type { FastifyInstance } from 'fastify';

/** Dependencies without which no page of a user works. */
const NEEDED = ['database', 'signer'] as const;
const DATABASE_TIMEOUT_MS = 5_000;

/**
 * Answers monitors: whether the process lives, and whether it can serve users. The states of all dependencies are named, but nothing of the
 * pool and no host.
 */
export function registerHealth(server: FastifyInstance, { deps }: { deps: PoolDeps }): void {
  let isStopping = false;
  server.addHook('preClose', async () => {
    isStopping = true;
  });
  server.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: true }),
  );
  server.get('/readyz', async (_request, reply) => {
    const { dependencies } = deps;
    const [isDatabaseWell, isSignerWell] = NEEDED.map(
      (name) => !['degraded', 'refused'].includes(dependencies.getState(name) ?? 'ok'),
    );
    const checks = {
      database: isDatabaseWell === true && (await doesDatabaseAnswer(deps)),
      // A chain that is down stops deposits and payouts, not the pages: their figures say so.
      signer: isSignerWell === true,
      stopping: isStopping,
    };
    const status = checks.database && checks.signer && !checks.stopping;
    const states = Object.fromEntries(
      dependencies.list().map(({ name, state, reason }) => [name, { state, reason }]),
    );
    return reply
      .code(status ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, checks, dependencies: states });
  });
}

async function doesDatabaseAnswer(deps: PoolDeps): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), DATABASE_TIMEOUT_MS);
  // Its state, with the reason, is in the log already.
  const answer = listChainStates(deps).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
