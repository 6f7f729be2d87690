// Goal: migrations only ever go forward: every file is listed, in order, and a published one never changes.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OUTGOING_TRANSITIONS, WITHDRAWAL_REASONS, WITHDRAWAL_TRANSITIONS } from '@glasspool/core';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from './migrations/index.ts';
import published from './migrations/published.json' with { type: 'json' };
import { describeEachDatabase } from './testing.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const files = readdirSync(FOLDER).filter((file) => /^\d{3}-.*\.ts$/.test(file));

describe('the list of migrations', () => {
  it('has every file, in order', () => {
    expect(Object.keys(MIGRATIONS)).toEqual(files.map((file) => file.replace('.ts', '')).sort());
  });

  it.each(files)('%s is as it was published', (file) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(FOLDER, file)))
      .digest('hex');
    expect(new Map(Object.entries(published)).get(file)).toBe(hash);
  });

  it.each(files)('%s depends on nothing of ours that may change', (file) => {
    const imports = readFileSync(join(FOLDER, file), 'utf8').matchAll(/from '([^']+)'/g);
    for (const [, specifier] of imports) expect(['kysely', './helpers.ts']).toContain(specifier);
  });
});

describeEachDatabase('a table of transitions', (open) => {
  it.each([
    ['withdrawal_transition', WITHDRAWAL_TRANSITIONS],
    ['outgoing_transition', OUTGOING_TRANSITIONS],
  ] as const)('is the same in the database as in the code: %s', async (name, table) => {
    const { database } = await open();
    const { rows } = await sql<{
      from_state: string;
      to_state: string;
    }>`select * from ${sql.table(name)}`.execute(database.untyped());
    const inCode = Object.entries<readonly string[]>(table).flatMap(([from, targets]) =>
      targets.map((to) => `${from}>${to}`),
    );
    expect(rows.map((row) => `${row.from_state}>${row.to_state}`).sort()).toEqual(inCode.sort());
  });

  it('is enforced by the database', async () => {
    const { database } = await open();
    const db = database.untyped();
    await sql`insert into "user" (id, email, user_name, password_hash, role, referral_code, referred_by, locked_at, created_at) values ('usr', 'a@b.c', 'a', 'h', 'user', 'code', null, null, 0)`.execute(
      db,
    );
    await sql`insert into withdrawal (id, user_id, source, network, currency, address, amount_micro, fee_micro, state, created_at, updated_at) values ('wdr', 'usr', 'user', 'BSC', 'USDT', '0x', 1, 0, 'requested', 0, 0)`.execute(
      db,
    );
    await expect(sql`update withdrawal set state = 'confirmed'`.execute(db)).rejects.toThrow(
      'illegal transition',
    );
    await sql`update withdrawal set state = 'approved'`.execute(db);
    await expect(sql`update withdrawal set state = 'requested'`.execute(db)).rejects.toThrow(
      'illegal transition',
    );
    await sql`insert into outgoing (id, network, purpose, state, fee_micro, created_at) values ('wdr', 'BSC', 'withdrawal', 'open', 0, 0)`.execute(
      db,
    );
    await expect(sql`update outgoing set state = 'returned'`.execute(db)).rejects.toThrow(
      'illegal transition',
    );
    await sql`update outgoing set state = 'lost'`.execute(db);
    await sql`update outgoing set state = 'returned'`.execute(db);
    await expect(sql`update outgoing set state = 'open'`.execute(db)).rejects.toThrow('illegal transition');
    await expect(sql`update outgoing set fee_micro = 1`.execute(db)).rejects.toThrow('outgoing_free');
  });
});

describeEachDatabase('the reasons of withdrawals', (open) => {
  it('turns sentences of the pool into codes, and leaves what a person wrote', async () => {
    const { database } = await open();
    const db = database.untyped();
    await sql`insert into "user" (id, email, user_name, password_hash, role, referral_code, referred_by, locked_at, created_at) values ('usr', 'a@b.c', 'a', 'h', 'user', 'code', null, null, 0)`.execute(
      db,
    );
    // Given by later versions alone, and kept in no row.
    const { 'payment-lost': _, ...stored } = WITHDRAWAL_REASONS;
    const before = { ...stored, 'This address is on a list.': 'This address is on a list.' };
    for (const [code, reason] of Object.entries(before))
      await sql`insert into withdrawal (id, user_id, source, network, currency, address, amount_micro, fee_micro, state, reason, created_at, updated_at)
        values (${code}, 'usr', 'user', 'BSC', 'USDT', '0x', 1, 0, 'requested', ${reason}, 0, 0)`.execute(db);
    await MIGRATIONS['223-withdrawal-reasons-expand']?.up(db);
    const { rows } = await sql<{ id: string; reason: string }>`select id, reason from withdrawal`.execute(db);
    expect(rows.filter(({ id, reason }) => id !== reason)).toEqual([]);
    expect(rows).toHaveLength(Object.keys(before).length);
  });
});
