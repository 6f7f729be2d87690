import pg from 'pg';
import type { ReadDatabaseUrl } from '../database-url.ts';

/**
 * Connections that read where they go, and with which password, when they are made, and have forgotten it once they are logged in: what
 * a process does not hold, no dump of its memory shows.
 */
export function postgresClient(readUrl: ReadDatabaseUrl): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: readUrl() });
      this.once('connect', () => forgetPassword(this));
    }
  };
}

/** pg keeps the password in two places, one of which its types do not name. */
function forgetPassword(client: pg.Client): void {
  const parameters: object = Reflect.get<object, string>(client, 'connectionParameters');
  for (const holder of [client, parameters]) Object.assign(holder, { password: null });
}
