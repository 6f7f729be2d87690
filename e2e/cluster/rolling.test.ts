// Goal: during an upgrade whose schema changes in two steps, no client sees an error, and a version that is too old for the database
// refuses to start.
// Method: the real programs, copies of them with more migrations, a real PostgreSQL, HAProxy, users at work.
import { createDatabase, type PostgresServer, startPostgres } from '@glasspool/db/testing-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isThere } from './programs.ts';
import { runRolling } from './rolling.ts';

/** The long form runs both versions for five minutes. */
const BESIDE_MS = Number(process.env['ROLLING_MS'] ?? 10_000);

describe.runIf(isThere('haproxy'))('an upgrade without a break', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
    await createDatabase(postgres.url, 'glasspool');
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  it('has no error that a client sees, and ends with a schema that the old version refuses', async () => {
    const databaseUrl = `${postgres.url}/glasspool`;
    const { olderSays, acknowledged, readsRight, ...errors } = await runRolling({
      databaseUrl,
      besideMs: BESIDE_MS,
    });
    expect(errors).toEqual({ failed: 0, refused: 0, wrongSums: 0 });
    expect(acknowledged).toBeGreaterThan(100);
    expect(readsRight).toBeGreaterThan(50);
    expect(olderSays).toContain('was written by a newer version');
  });
});

it.skipIf(isThere('haproxy'))(
  'needs HAProxy for an upgrade without a break (apt-get install haproxy)',
  (context) => {
    context.skip('There is no HAProxy here.');
  },
);
