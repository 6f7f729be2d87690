import type { Migration } from 'kysely/migration';
import * as m201 from './201-ledger.ts';
import * as m202 from './202-users.ts';
import * as m203 from './203-investments.ts';
import * as m204 from './204-chains.ts';
import * as m205 from './205-outgoing.ts';
import * as m206 from './206-operations.ts';
import * as m207 from './207-programs.ts';
import * as m208 from './208-solvency.ts';
import * as m209 from './209-former-emails.ts';
import * as m210 from './210-replaced-blocks.ts';
import * as m211 from './211-replaced-again.ts';
import * as m212 from './212-roll-backs.ts';
import * as m213 from './213-counted-requests-expand.ts';
import * as m214 from './214-allowlist-off-expand.ts';
import * as m220 from './220-explained-deposits-expand.ts';
import * as m221 from './221-logged-transactions-expand.ts';
import * as m222 from './222-pool-accounts-expand.ts';
import * as m223 from './223-withdrawal-reasons-expand.ts';
import * as m224 from './224-outgoing.ts';
import * as m225 from './225-unproved-blocks-expand.ts';
import * as m226 from './226-transfer-entries-expand.ts';
import * as m227 from './227-compared-payouts-expand.ts';
import * as m228 from './228-node-leave-expand.ts';

/** All migrations in order: one per area, then what was added since. From the first release on, a published one is never changed: a test holds their hashes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '201-ledger': { up: m201.up },
  '202-users': { up: m202.up },
  '203-investments': { up: m203.up },
  '204-chains': { up: m204.up },
  '205-outgoing': { up: m205.up },
  '206-operations': { up: m206.up },
  '207-programs': { up: m207.up },
  '208-solvency': { up: m208.up },
  '209-former-emails': { up: m209.up },
  '210-replaced-blocks': { up: m210.up },
  '211-replaced-again': { up: m211.up },
  '212-roll-backs': { up: m212.up },
  '213-counted-requests-expand': { up: m213.up },
  '214-allowlist-off-expand': { up: m214.up },
  '220-explained-deposits-expand': { up: m220.up },
  '221-logged-transactions-expand': { up: m221.up },
  '222-pool-accounts-expand': { up: m222.up },
  '223-withdrawal-reasons-expand': { up: m223.up },
  '224-outgoing': { up: m224.up },
  '225-unproved-blocks-expand': { up: m225.up },
  '226-transfer-entries-expand': { up: m226.up },
  '227-compared-payouts-expand': { up: m227.up },
  '228-node-leave-expand': { up: m228.up },
};
