import type { Migration } from 'kysely/migration';
import * as m001 from './001-ledger.ts';
import * as m002 from './002-users.ts';
import * as m003 from './003-investments.ts';
import * as m004 from './004-chains.ts';
import * as m005 from './005-operations.ts';

/** All migrations in order. A published one is never changed; a test holds their hashes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-ledger': { up: m001.up },
  '002-users': { up: m002.up },
  '003-investments': { up: m003.up },
  '004-chains': { up: m004.up },
  '005-operations': { up: m005.up },
};
