import type { Migration } from 'kysely/migration';
import * as m001 from './001-ledger.ts';
import * as m002 from './002-users.ts';
import * as m003 from './003-investments.ts';
import * as m004 from './004-chains.ts';
import * as m005 from './005-operations.ts';

/** All migrations in order. A published one is never changed; a test holds their hashes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-ledger': m001,
  '002-users': m002,
  '003-investments': m003,
  '004-chains': m004,
  '005-operations': m005,
};
