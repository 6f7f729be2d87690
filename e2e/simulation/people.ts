import {
  type Currency,
  formatAmount,
  NETWORK_OF,
  PoolError,
  toChainUnits,
  USER_CURRENCIES,
  type UserId,
} from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import {
  cancelWithdrawal,
  fundReserveAsAdmin,
  haltPayouts,
  invest,
  listWithdrawalsToReview,
  type PoolDeps,
  releaseWallet,
  requestOperatorWithdrawal,
  requestWithdrawal,
  resumePayouts,
  reviewWithdrawal,
  startSweep,
  transferReferral,
} from '@glasspool/pool';
import type { AskedWithdrawal, Server } from './facts.ts';
import { expectNothingChanged, rememberState } from './nothing-changed.ts';
import { KilledError } from './scheduler.ts';
import { FaultError, ViolationError } from './violation.ts';
import type { World } from './world.ts';

const origin = { ipAddress: '10.0.0.1', requestId: 'story' };
/** Chance that an action runs alone, and that a refusal is compared byte by byte. */
const ALONE_CHANCE = 0.06;
const COINS_WEI = 10n ** 16n;

/** Something that a person asks of the pool. */
interface Action {
  readonly who: string;
  readonly what: string;
  readonly ask: (deps: PoolDeps) => Promise<void>;
}

/** A person chosen by the seed does something. */
export async function act(world: World, server: Server): Promise<void> {
  const action = world.random.integer(6) === 0 ? adminAction(world) : userAction(world);
  if (action === undefined) return;
  const isAlone = world.scheduler.runningCount === 0 && world.random.fraction() < ALONE_CHANCE;
  const before = isAlone ? await rememberState(world) : undefined;
  const parkChance = world.scheduler.parkChance;
  if (isAlone) world.scheduler.parkChance = 0;
  world.scheduler.start(server.life, `${action.who} ${action.what}`, async () => {
    const outcome = await describeOutcome(world, action, server.deps);
    world.recordSentence(`${action.who} ${action.what} on process ${server.number}: ${outcome}.`);
  });
  await (isAlone ? world.scheduler.drain() : world.scheduler.settle());
  world.scheduler.parkChance = parkChance;
  if (before !== undefined) await expectNothingChanged(world, before);
}

async function describeOutcome(world: World, { what, who, ask }: Action, deps: PoolDeps): Promise<string> {
  try {
    await ask(deps);
    return 'done';
  } catch (error) {
    if (error instanceof PoolError) {
      world.counters.count('refusal');
      world.counters.count(`refused with ${error.code}`);
      return `refused with ${error.code}`;
    }
    world.recordFailure(error, `${who} ${what}`);
    if (error instanceof KilledError) return 'no answer, the process was killed';
    return error instanceof FaultError ? 'no answer from a node' : 'failed';
  }
}

function userAction(world: World): Action | undefined {
  const { random } = world;
  const person = world.pick(world.people);
  const { name: who, userId } = person;
  const currency: Currency = world.pick(USER_CURRENCIES);
  const amountMicro = newAmount(world, currency);
  const amount = `${formatAmount(amountMicro)} ${currency}`;
  const key = `key-${random.integer(1_000_000_000)}`;
  switch (random.integer(9)) {
    case 0:
    case 1:
      return withdraw(world, { who, owner: userId, currency, amountMicro, key });
    case 2:
      return repeatWithdrawal(world, who, userId);
    case 3:
      return {
        who,
        what: `invests ${amount}`,
        ask: async (deps) =>
          void (await invest(deps, { userId, currency, amountMicro, idempotencyKey: key })),
      };
    case 4:
      return {
        who,
        what: `invests all withdrawable ${currency}`,
        ask: async (deps) =>
          void (await invest(deps, { userId, currency, source: 'withdrawable', idempotencyKey: key })),
      };
    case 5:
      return {
        who,
        what: `makes the wallet of ${currency} withdrawable`,
        ask: async (deps) => void (await releaseWallet(deps, { userId, currency, idempotencyKey: key })),
      };
    case 6:
      return {
        who,
        what: `moves ${amount} of referral rewards`,
        ask: (deps) =>
          transferReferral(deps, {
            userId,
            currency,
            amountMicro: world.random.integer(2) === 0 ? amountMicro : 1n,
            destination: 'toWithdrawable',
            idempotencyKey: key,
          }),
      };
    case 7:
      return cancel(world, who, userId);
    default:
      return {
        who,
        what: `invests all of the wallet of ${currency}`,
        ask: async (deps) => void (await invest(deps, { userId, currency, idempotencyKey: key })),
      };
  }
}

function withdraw(
  world: World,
  given: { who: string; owner: UserId | 'operator'; currency: Currency; amountMicro: bigint; key: string },
): Action {
  const { who, owner, currency, amountMicro, key } = given;
  const asked: AskedWithdrawal = {
    owner,
    currency,
    amountMicro,
    key,
    address: world.newAddress(currency),
    id: undefined,
  };
  world.withdrawals.push(asked);
  return {
    who,
    what: `withdraws ${formatAmount(amountMicro)} ${currency}`,
    ask: (deps) => askFor(world, asked, deps),
  };
}

async function askFor(world: World, asked: AskedWithdrawal, deps: PoolDeps): Promise<void> {
  const { owner, currency, amountMicro, address, key } = asked;
  const request = { currency, amountMicro, address, idempotencyKey: key };
  const [adminId] = world.admins;
  if (adminId === undefined) throw new Error('The pool has no admin.');
  const { id } =
    owner === 'operator'
      ? await requestOperatorWithdrawal(deps, { adminId, origin, ...request })
      : await requestWithdrawal(deps, { userId: owner, ...request });
  if (asked.id !== undefined && asked.id !== id)
    throw new ViolationError(
      'one withdrawal per request',
      `${key} became ${asked.id} first and ${id} later.`,
    );
  if (asked.id !== undefined) world.counters.count('withdrawal asked for again');
  asked.id = id;
}

/** A client that has no answer, or an impatient one, sends the same request again. */
function repeatWithdrawal(world: World, who: string, userId: UserId): Action | undefined {
  const its = world.withdrawals.filter(({ owner }) => owner === userId);
  if (its.length === 0) return undefined;
  const asked = world.pick(its);
  return { who, what: `repeats ${asked.key}`, ask: (deps) => askFor(world, asked, deps) };
}

/** Cancels the caller's own withdrawal, or tries another user's, which must be refused. */
function cancel(world: World, who: string, userId: UserId): Action | undefined {
  const known = world.withdrawals.flatMap(({ id, owner }) => (id === undefined ? [] : [{ id, owner }]));
  if (known.length === 0) return undefined;
  const { id, owner } = world.pick(known);
  return {
    who,
    what: `cancels ${owner === userId ? 'the withdrawal' : 'another’s withdrawal'} ${id}`,
    ask: async (deps) => {
      await cancelWithdrawal(deps, { userId, withdrawalId: id });
      if (owner !== userId)
        throw new ViolationError('only its owner cancels', `${who} cancelled ${id} of ${owner}.`);
      world.counters.count('withdrawal cancelled');
    },
  };
}

function adminAction(world: World): Action | undefined {
  const { random } = world;
  const adminId = world.pick(world.admins);
  const currency: Currency = world.pick(USER_CURRENCIES);
  const amountMicro = newAmount(world, currency);
  const who = adminId === world.admins[0] ? 'The operator' : 'The second admin';
  const key = `key-${random.integer(1_000_000_000)}`;
  switch (random.integer(7)) {
    case 0:
      return { who, what: 'sweeps', ask: async (deps) => void (await startSweep(deps, { adminId, origin })) };
    case 1:
      return {
        who,
        what: `funds the reserve with ${formatAmount(amountMicro)} ${currency}`,
        ask: (deps) =>
          fundReserveAsAdmin(deps, {
            admin: { adminId, origin },
            currency,
            amountMicro,
            idempotencyKey: key,
          }),
      };
    case 2:
      return withdraw(world, { who: 'The operator', owner: 'operator', currency, amountMicro, key });
    case 3:
      return {
        who,
        what: 'stops payouts',
        ask: (deps) => haltPayouts(deps, { adminId, origin, reason: 'A drill.' }),
      };
    case 4:
      return {
        who,
        what: 'resumes payouts',
        ask: (deps) => resumePayouts(deps, { adminId, origin, reason: 'The drill is over.' }),
      };
    default:
      return {
        who,
        what: 'decides the oldest review',
        ask: (deps) => review(world, deps, adminId),
      };
  }
}

async function review(world: World, deps: PoolDeps, adminId: UserId): Promise<void> {
  const [first] = await listWithdrawalsToReview(deps);
  if (first === undefined) return;
  const decision = world.random.integer(3) === 0 ? 'reject' : 'approve';
  await reviewWithdrawal(deps, { adminId, origin, withdrawalId: first.id, decision, reason: 'A story.' });
  world.counters.count(decision === 'reject' ? 'withdrawal rejected' : 'withdrawal approved');
}

/** Sends tokens from outside to a user or to the hot wallet, or coins for fees. */
export function sendDeposit(world: World): void {
  if (world.random.integer(8) === 0) {
    world.chain('BSC').fundGas(COINS_WEI);
    world.recordSentence('Coins for fees are sent to the hot wallet.');
    return;
  }
  const currency: Currency = world.pick(USER_CURRENCIES);
  const network = NETWORK_OF[currency];
  const chain = world.chain(network);
  const isForUser = world.random.integer(8) > 0;
  const index = isForUser ? world.random.integer(world.people.length) : -1;
  const person = world.people[index];
  const amountMicro = micro(String(30 + world.random.integer(500)));
  const address = person?.addresses[network] ?? chain.deriveAddress(0);
  const txHash = chain.deposit(address, toChainUnits(currency, amountMicro));
  if (person !== undefined)
    world.deposits.push({ userId: person.userId, currency, txHash, micro: amountMicro });
  world.recordSentence(
    `${formatAmount(amountMicro)} ${currency} are sent to ${person?.name ?? 'the hot wallet'}.`,
  );
}

function newAmount({ random }: World, currency: Currency): bigint {
  // Amounts of zero and below never come past the contracts of the API.
  const strange = [1n, 10n ** 18n];
  if (random.integer(25) === 0) return strange[random.integer(strange.length)] ?? 0n;
  const whole = (currency === 'USDT' ? 1 : 10) + random.integer(currency === 'USDT' ? 90 : 350);
  return micro(`${whole}.${String(random.integer(1_000_000)).padStart(6, '0')}`);
}
