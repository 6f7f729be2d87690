import { type Currency, formatAmount, HOUR_MS, USER_CURRENCIES } from '@glasspool/core';
import { TEST_TERMS } from '@glasspool/pool/testing';
import { type Action, asAdmin, callAction, newAmount, newKey, withdraw } from './asking.ts';
import type { Api } from './callers.ts';
import { correctionActions } from './differences.ts';
import { supportActions } from './support.ts';
import type { World } from './world.ts';

/** Returns a request of an admin, wrong ones included. Undefined when there is nothing to request. */
export function adminAction(world: World): Action | undefined {
  const adminId = world.pick(world.admins);
  const who = adminId === world.admins[0] ? 'The operator' : 'The second admin';
  const caller = asAdmin(world, adminId);
  const ask: Ask = (what, call) => callAction({ who, what, caller }, call);
  const currency: Currency = world.pick(USER_CURRENCIES);
  const amount = newAmount(world, currency);
  const idempotencyKey = newKey(world);
  const actions: readonly (() => Action | undefined)[] = [
    () => ask('sweeps', (api) => api.sweeps.startSweep()),
    () =>
      ask(`funds the reserve with ${amount} ${currency}`, (api) =>
        api.reserve.fundReserve({ currency, amount, idempotencyKey }),
      ),
    () => withdraw(world, { who, owner: 'operator', currency, amount, caller }),
    () => ask('stops payouts', (api) => api.hotWallet.haltPayouts({ reason: 'A drill.' })),
    () => resume(world, ask),
    () => resume(world, ask),
    () => decideReview(world, ask),
    () => decideReview(world, ask),
    () => ask('publishes terms', (api) => publish(world, api)),
    () => ask('decides the proposed terms', (api) => decideTerms(world, api)),
    () => ask('decides the proposed terms', (api) => decideTerms(world, api)),
    () => ask('takes a snapshot', (api) => api.transparency.requestSnapshot()),
    ...(world.options.differs ? correctionActions(world, ask) : []),
    ...(world.options.supports ? supportActions(world, ask) : []),
  ];
  return world.pick(actions)();
}

type Ask = (what: string, call: (api: Api) => Promise<unknown>) => Action;

function decideReview(world: World, ask: Ask): Action {
  return { ...ask('decides the oldest review', (api) => review(world, api)), movesOthers: true };
}

/**
 * Resumes payouts, except in an older copy. An older copy does not know which payments were made, and this operator follows its warning.
 */
function resume(world: World, ask: Ask): Action | undefined {
  if (world.isOlderCopy) return undefined;
  return ask('resumes payouts', async (api) => {
    const { frozen } = await api.hotWallet.getHotWallet();
    const shown = frozen === null ? {} : { frozen };
    await api.hotWallet.resumePayouts({ reason: 'The drill is over.', ...shown });
  });
}

async function review(world: World, api: Api): Promise<void> {
  if (world.isOlderCopy) return;
  const { data } = await api.withdrawals.listReviews();
  const [first] = data;
  if (first === undefined) return;
  const { id } = first;
  const isRejected = world.random.integer(3) === 0;
  if (isRejected) await api.withdrawals.reviewWithdrawal({ id, decision: 'reject', reason: 'A story.' });
  else await api.withdrawals.reviewWithdrawal({ id, decision: 'approve' });
  world.counters.count(isRejected ? 'withdrawal rejected' : 'withdrawal approved');
}

async function publish(world: World, api: Api): Promise<void> {
  const { random, clock } = world;
  // Now and then far enough ahead for a higher withdrawal fee.
  const startsAt = clock.now() + (20 + random.integer(20) + world.pick([0, 0, 150])) * HOUR_MS;
  const terms = newTerms(world);
  const { state } = await api.reserve.publishTerms({ ...terms, startsAt, idempotencyKey: newKey(world) });
  world.counters.count(state === 'published' ? 'terms published' : 'terms proposed');
}

/** Returns terms like the first ones, now and then beyond the limits for all terms. */
function newTerms(world: World) {
  const { random } = world;
  const { minimumMicro, withdrawalMinimumMicro } = TEST_TERMS;
  const fee = world.pick(['0', '0.05', '0.5', '2']);
  return {
    targetRatePpm: world.pick([2_000, 15_000, 20_000, 25_000, 45_000, 60_000]),
    termDays: 7 + random.integer(30),
    minimumUsdt: formatAmount(minimumMicro.USDT),
    minimumTrx: formatAmount(minimumMicro.TRX),
    withdrawalMinimumUsdt: formatAmount(withdrawalMinimumMicro.USDT),
    withdrawalMinimumTrx: formatAmount(withdrawalMinimumMicro.TRX),
    withdrawalFeeUsdt: fee,
    withdrawalFeeTrx: fee,
    referralLevel1Ppm: 10_000 * random.integer(10),
    referralLevel2Ppm: 10_000 * random.integer(5),
    referralLevel3Ppm: 5_000 * random.integer(3),
    referralCapPpm: 10_000 * (1 + random.integer(15)),
  };
}

async function decideTerms(world: World, api: Api): Promise<void> {
  const { proposal } = await api.reserve.findTermsProposal();
  if (proposal === null) return;
  const decision = world.random.integer(4) === 0 ? 'reject' : 'publish';
  await api.reserve.decideTermsProposal({ id: proposal.id, decision });
  world.counters.count(decision === 'publish' ? 'proposed terms published' : 'proposed terms rejected');
}
