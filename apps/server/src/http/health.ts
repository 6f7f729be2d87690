import { listChainStates } from '@glasspool/pool/deposits';
import type { PoolDeps } from '@glasspool/pool/deps';
import type { FastifyInstance } from 'fastify';
import type { Role } from '../roles.ts';

type ServerRole = Exclude<Role, 'signer'>;
type DependencyName = 'database' | 'signer';

/** Dependencies without which a process of its role does not do its work. Pages need no signer: what they ask for waits until it is back. */
const NEEDED: Readonly<Record<ServerRole, readonly DependencyName[]>> = {
  all: ['database', 'signer'],
  web: ['database'],
  worker: ['database', 'signer'],
};
const DATABASE_TIMEOUT_MS = 5_000;

/**
 * Answers monitors: whether the process lives, and whether it can serve users. The states of all dependencies are named, but nothing of the
 * pool and no host.
 */
export function registerHealth(
  server: FastifyInstance,
  { deps, role, draining }: { deps: PoolDeps; role: ServerRole; draining?: AbortSignal | undefined },
): void {
  let isClosing = false;
  server.addHook('preClose', async () => {
    isClosing = true;
  });
  server.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: true }),
  );
  server.get('/readyz', async (_request, reply) => {
    const { dependencies } = deps;
    const isWell = (name: DependencyName): boolean =>
      !['degraded', 'refused'].includes(dependencies.getState(name) ?? 'ok');
    const checks = {
      database: isWell('database') && (await doesDatabaseAnswer(deps)),
      // A chain that is down stops deposits and payouts, not the pages: their figures say so.
      signer: isWell('signer'),
      stopping: isClosing || draining?.aborted === true,
    };
    const status = NEEDED[role].every((name) => checks[name]) && !checks.stopping;
    const states = Object.fromEntries(
      dependencies.list().map(({ name, state, reason }) => [name, { state, reason }]),
    );
    return reply
      .code(status ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, role, checks, dependencies: states });
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
