// Goal: a story does not depend on the database: the same steps have the same outcomes on SQLite and on PostgreSQL, and break no rule on
// either. Method: stories without interleaving, with kills, restores and chain faults, played on both; SIM_POSTGRES=1000 plays as many.
import { newPostgresDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { openAt, type StoryDatabases } from './database.ts';
import { toStory } from './seeds.ts';
import { simulate } from './simulate.ts';

/** A tenth of the stories that are played on SQLite alone. */
const STORIES = Number(process.env['SIM_POSTGRES'] ?? 20);
const POSTGRES: StoryDatabases = {
  waits: true,
  open: async (scheduler) => openAt(await newPostgresDatabase(), scheduler),
};

it.each(Array.from({ length: STORIES }, (_, index) => [7 * index + 2]))(
  'has the same story on both databases: seed %d',
  async (seed) => {
    const options = { ...toStory(seed), isInterleaved: false };
    const onSqlite = await simulate(options);
    const onPostgres = await simulate(options, POSTGRES);
    expect(onPostgres.violation).toBeUndefined();
    expect(onPostgres.story).toEqual(onSqlite.story);
  },
);
