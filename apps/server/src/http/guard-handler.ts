import type { FastifyBaseLogger } from 'fastify';

/**
 * Wraps a handler that a library or an event emitter calls: what it throws is logged. Thrown on, it would reach no promise that someone
 * waits for, and Node ends a process for that. Every listener and error handler of the server goes through here.
 */
export function guardHandler<Args extends unknown[]>(
  log: Pick<FastifyBaseLogger, 'error'>,
  handler: (...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      handler(...args);
    } catch (error) {
      log.error({ err: error }, 'a handler failed');
    }
  };
}
