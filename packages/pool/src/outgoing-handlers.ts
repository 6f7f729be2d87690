import type { OutgoingHandlers } from './deps.ts';
import { SWEEP_HANDLERS } from './sweeps/index.ts';
import { WITHDRAWAL_HANDLER } from './withdrawals/index.ts';

/** Steps of each purpose of the pool about what was signed for it. Anchors are added where the parts are put together. */
export const POOL_HANDLERS: OutgoingHandlers = {
  withdrawal: WITHDRAWAL_HANDLER,
  ...SWEEP_HANDLERS,
  anchor: {},
  'anchor-gas': {},
};
