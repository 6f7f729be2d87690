// Goal: a story does not depend on the database. The same steps have the same outcomes on SQLite and on PostgreSQL, and break no rule on
// either.
// Method: stories without interleaving, with kills, restores and chain faults, played on both databases. SIM_POSTGRES=1000 plays 1,000 of
// them, each to its end.
import { newPostgresDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { openAt, type StoryDatabases } from './database.ts';
import { toStory } from './seeds.ts';
import { simulate } from './simulate.ts';

/** A tenth of the stories that are played on SQLite alone. */
const STORIES = Number(process.env['SIM_POSTGRES'] ?? 20);
/** Shares no divisor with the numbers that decide the kind of a story, so that stories of every kind are played. */
const STEP = 6;
/** Enough for rewards of two days. A day of a story takes seconds on PostgreSQL. */
const DAYS_MAX = process.env['SIM_POSTGRES'] === undefined ? 3 : Number.POSITIVE_INFINITY;
const POSTGRES: StoryDatabases = {
  waits: true,
  open: async (scheduler) => openAt(await newPostgresDatabase(), scheduler),
};

it.each(Array.from({ length: STORIES }, (_, index) => [STEP * index + 2]))(
  'has the same story on both databases: seed %d',
  async (seed) => {
    const story = toStory(seed);
    const options = { ...story, isInterleaved: false, days: Math.min(story.days, DAYS_MAX) };
    const onSqlite = await simulate(options);
    const onPostgres = await simulate(options, POSTGRES);
    expect(onPostgres.violation).toBeUndefined();
    expect(onPostgres.story).toEqual(onSqlite.story);
  },
);
