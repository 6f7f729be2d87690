import type { Migration } from 'kysely/migration';
import * as m101 from './101-ledger.ts';
import * as m102 from './102-users.ts';
import * as m103 from './103-investments.ts';
import * as m104 from './104-chains.ts';
import * as m105 from './105-outgoing.ts';
import * as m106 from './106-operations.ts';
import * as m107 from './107-programs.ts';
import * as m108 from './108-solvency.ts';
import * as m109 from './109-sweep-order.ts';
import * as m110 from './110-user-count.ts';
import * as m111 from './111-passkeys.ts';
import * as m112 from './112-webhook-queue.ts';
import * as m113 from './113-truthful-states.ts';
import * as m114 from './114-corrections.ts';
import * as m115 from './115-adopted-subjects.ts';
import * as m116 from './116-last-run.ts';
import * as m117 from './117-history-filters.ts';
import * as m118 from './118-movements.ts';
import * as m119 from './119-watchers.ts';

/** All migrations of the second edition in order. A published one is never changed; a test holds their hashes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '101-ledger': { up: m101.up },
  '102-users': { up: m102.up },
  '103-investments': { up: m103.up },
  '104-chains': { up: m104.up },
  '105-outgoing': { up: m105.up },
  '106-operations': { up: m106.up },
  '107-programs': { up: m107.up },
  '108-solvency': { up: m108.up },
  '109-sweep-order': { up: m109.up },
  '110-user-count': { up: m110.up },
  '111-passkeys': { up: m111.up },
  '112-webhook-queue': { up: m112.up },
  '113-truthful-states': { up: m113.up },
  '114-corrections': { up: m114.up },
  '115-adopted-subjects': { up: m115.up },
  '116-last-run': { up: m116.up },
  '117-history-filters': { up: m117.up },
  '118-movements': { up: m118.up },
  '119-watchers': { up: m119.up },
};
