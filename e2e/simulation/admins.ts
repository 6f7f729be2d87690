import {
  type Currency,
  formatAmount,
  HOUR_MS,
  type TermsValues,
  USER_CURRENCIES,
  type UserId,
} from '@glasspool/core';
import {
  decideTermsProposal,
  findTermsProposal,
  fundReserveAsAdmin,
  haltPayouts,
  listWithdrawalsToReview,
  type PoolDeps,
  publishTerms,
  requestSnapshot,
  resumePayouts,
  reviewWithdrawal,
  startSweep,
} from '@glasspool/pool';
import { TEST_TERMS } from '@glasspool/pool/testing';
import { type Action, newAmount, newKey, withdraw } from './asking.ts';
import type { World } from './world.ts';

const origin = { ipAddress: '10.0.0.1', requestId: 'story' };

/** Something that an admin asks for, wrong things included. Undefined when there is nothing of the kind to ask for. */
export function adminAction(world: World): Action | undefined {
  const adminId = world.pick(world.admins);
  const who = adminId === world.admins[0] ? 'The operator' : 'The second admin';
  const ask = (what: string, call: (deps: PoolDeps) => Promise<unknown>): Action => ({
    who,
    what,
    actor: adminId,
    ask: async (deps) => void (await call(deps)),
  });
  const currency: Currency = world.pick(USER_CURRENCIES);
  const amountMicro = newAmount(world, currency);
  const idempotencyKey = newKey(world);
  const amount = `${formatAmount(amountMicro)} ${currency}`;
  const actions: readonly (() => Action | undefined)[] = [
    () => ask('sweeps', (deps) => startSweep(deps, { adminId, origin })),
    () =>
      ask(`funds the reserve with ${amount}`, (deps) =>
        fundReserveAsAdmin(deps, { admin: { adminId, origin }, currency, amountMicro, idempotencyKey }),
      ),
    () => withdraw(world, { who: 'The operator', owner: 'operator', currency, amountMicro }),
    () => ask('stops payouts', (deps) => haltPayouts(deps, { adminId, origin, reason: 'A drill.' })),
    () => resume(world, ask, adminId),
    () => resume(world, ask, adminId),
    () => decideReview(world, ask, adminId),
    () => decideReview(world, ask, adminId),
    () => ask('publishes terms', (deps) => publish(world, deps, adminId)),
    () => ask('decides the proposed terms', (deps) => decideTerms(world, deps, adminId)),
    () => ask('takes a snapshot', (deps) => requestSnapshot(deps, { adminId, origin })),
  ];
  return world.pick(actions)();
}

type Ask = (what: string, call: (deps: PoolDeps) => Promise<unknown>) => Action;

function decideReview(world: World, ask: Ask, adminId: UserId): Action {
  return { ...ask('decides the oldest review', (deps) => review(world, deps, adminId)), movesOthers: true };
}

/** An older copy does not know what was paid: this operator reads the warning, and lets nothing go on. */
function resume(world: World, ask: Ask, adminId: UserId): Action | undefined {
  if (world.isOlderCopy) return undefined;
  return ask('resumes payouts', (deps) =>
    resumePayouts(deps, { adminId, origin, reason: 'The drill is over.' }),
  );
}

async function review(world: World, deps: PoolDeps, adminId: UserId): Promise<void> {
  if (world.isOlderCopy) return;
  const [first] = await listWithdrawalsToReview(deps);
  if (first === undefined) return;
  const decision = world.random.integer(3) === 0 ? 'reject' : 'approve';
  await reviewWithdrawal(deps, { adminId, origin, withdrawalId: first.id, decision, reason: 'A story.' });
  world.counters.count(decision === 'reject' ? 'withdrawal rejected' : 'withdrawal approved');
}

async function publish(world: World, deps: PoolDeps, adminId: UserId): Promise<void> {
  const { random, clock } = world;
  const startsAt = clock.now() + (20 + random.integer(20)) * HOUR_MS;
  const { state } = await publishTerms(deps, {
    adminId,
    origin,
    terms: { ...newTerms(world), startsAt },
    idempotencyKey: newKey(world),
  });
  world.counters.count(state === 'published' ? 'terms published' : 'terms proposed');
}

/** Terms like the first ones, now and then beyond the limits that no terms may pass. */
function newTerms({ random }: World): TermsValues {
  const rates = [2_000, 15_000, 20_000, 25_000, 45_000, 60_000];
  const fees = [0n, 100_000n, 500_000n, 2_000_000n];
  const feeMicro = fees[random.integer(fees.length)] ?? 0n;
  return {
    ...TEST_TERMS,
    targetRatePpm: rates[random.integer(rates.length)] ?? 0,
    termDays: 7 + random.integer(30),
    referralRatesPpm: [10_000 * random.integer(10), 10_000 * random.integer(5), 5_000 * random.integer(3)],
    referralCapPpm: 10_000 * (1 + random.integer(15)),
    withdrawalFeeMicro: { USDT: feeMicro, TRX: feeMicro },
  };
}

async function decideTerms(world: World, deps: PoolDeps, adminId: UserId): Promise<void> {
  const proposal = await findTermsProposal(deps);
  if (proposal === undefined) return;
  const decision = world.random.integer(4) === 0 ? 'reject' : 'publish';
  await decideTermsProposal(deps, { adminId, origin, id: proposal.id, decision });
  world.counters.count(decision === 'publish' ? 'proposed terms published' : 'proposed terms rejected');
}
