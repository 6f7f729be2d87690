import type { Logger } from 'pino';

/**
 * Logs an error that nothing caught, before Node ends the process for it: the line is then where an operator looks. Disposing stops that.
 */
export function logLastError(log: Pick<Logger, 'fatal'>): Disposable {
  const write = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    log.fatal({ err: error, origin }, 'the process ends by an error that nothing caught');
  };
  process.on('uncaughtExceptionMonitor', write);
  return { [Symbol.dispose]: () => void process.off('uncaughtExceptionMonitor', write) };
}
