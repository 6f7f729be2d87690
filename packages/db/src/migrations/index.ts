import type { Migration } from 'kysely/migration';
import * as m001 from './001-ledger.ts';
import * as m002 from './002-users.ts';
import * as m003 from './003-investments.ts';
import * as m004 from './004-chains.ts';
import * as m005 from './005-operations.ts';
import * as m006 from './006-notifications.ts';
import * as m007 from './007-daily-totals.ts';
import * as m008 from './008-audit-log.ts';
import * as m009 from './009-outgoing.ts';
import * as m010 from './010-back-office.ts';
import * as m011 from './011-chain-faults.ts';
import * as m012 from './012-unmatched-receipts.ts';
import * as m013 from './013-solvency.ts';
import * as m014 from './014-journal-proofs.ts';
import * as m015 from './015-open-api.ts';
import * as m016 from './016-audit-chain.ts';

/** All migrations in order. A published one is never changed; a test holds their hashes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-ledger': { up: m001.up },
  '002-users': { up: m002.up },
  '003-investments': { up: m003.up },
  '004-chains': { up: m004.up },
  '005-operations': { up: m005.up },
  '006-notifications': { up: m006.up },
  '007-daily-totals': { up: m007.up },
  '008-audit-log': { up: m008.up },
  '009-outgoing': { up: m009.up },
  '010-back-office': { up: m010.up },
  '011-chain-faults': { up: m011.up },
  '012-unmatched-receipts': { up: m012.up },
  '013-solvency': { up: m013.up },
  '014-journal-proofs': { up: m014.up },
  '015-open-api': { up: m015.up },
  '016-audit-chain': { up: m016.up },
};
