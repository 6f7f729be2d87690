import { type Currency, formatAmount, USER_CURRENCIES } from '@glasspool/core';
import { type UserBalance, userClass } from '@glasspool/core/books';
import { cancelWithdrawal, invest, type PoolDeps, releaseWallet, transferReferral } from '@glasspool/pool';
import { type Action, askFor, newAmount, newKey, withdraw } from './asking.ts';
import type { Person } from './facts.ts';
import { ViolationError } from './violation.ts';
import type { World } from './world.ts';

/** Chance that a person looks at the balances first, and asks for what they allow. */
const LOOK_CHANCE = 0.6;

/** Something that a member asks for, wrong things included. Undefined when there is nothing of the kind to ask for. */
export async function memberAction(world: World): Promise<Action | undefined> {
  const person = world.pick(world.people);
  const sensible = world.random.fraction() < LOOK_CHANCE ? await chooseByBalance(world, person) : undefined;
  return sensible ?? chooseBlindly(world, person);
}

/** One of the requests that the balances allow. */
async function chooseByBalance(world: World, person: Person): Promise<Action | undefined> {
  const rows = await world.db.read
    .selectFrom('account')
    .select(['accountClass', 'currency', 'balanceMicro'])
    .where('userId', '=', person.userId)
    .where('balanceMicro', '>', 0n)
    .orderBy('path')
    .execute();
  const choices: Action[] = [];
  for (const currency of USER_CURRENCIES) {
    const has = (name: UserBalance): bigint =>
      rows.find((row) => row.currency === currency && row.accountClass === userClass(name))?.balanceMicro ??
      0n;
    const { investAll, release, reinvest, withdrawPart, moveReferral } = actionsOf(world, person, currency);
    if (has('wallet') > 0n) choices.push(investAll(), release());
    if (has('withdrawable') > 0n)
      choices.push(reinvest(), withdrawPart(has('withdrawable')), withdrawPart(has('withdrawable')));
    if (has('referral') > 0n) choices.push(moveReferral(has('referral')));
  }
  return choices.length === 0 ? undefined : world.pick(choices);
}

function chooseBlindly(world: World, person: Person): Action | undefined {
  const { random } = world;
  const currency: Currency = world.pick(USER_CURRENCIES);
  const { investAll, release, reinvest, withdrawAny, investAny, moveReferral } = actionsOf(
    world,
    person,
    currency,
  );
  const actions: readonly (() => Action | undefined)[] = [
    withdrawAny,
    () => repeatWithdrawal(world, person),
    investAny,
    reinvest,
    release,
    () => moveReferral(random.integer(2) === 0 ? newAmount(world, currency) : 1n),
    () => cancel(world, person),
    investAll,
  ];
  return world.pick(actions)();
}

function actionsOf(world: World, { name: who, userId }: Person, currency: Currency) {
  const idempotencyKey = newKey(world);
  const ask = (what: string, call: (deps: PoolDeps) => Promise<unknown>): Action => ({
    who,
    what,
    actor: userId,
    ask: async (deps) => void (await call(deps)),
  });
  const investment = { userId, currency, idempotencyKey };
  const withdrawAmount = (amountMicro: bigint): Action =>
    withdraw(world, { who, owner: userId, currency, amountMicro });
  return {
    investAll: () => ask(`invests all of the wallet of ${currency}`, (deps) => invest(deps, investment)),
    investAny: () => {
      const amountMicro = newAmount(world, currency);
      return ask(`invests ${formatAmount(amountMicro)} ${currency}`, (deps) =>
        invest(deps, { ...investment, amountMicro }),
      );
    },
    reinvest: () =>
      ask(`invests all withdrawable ${currency}`, (deps) =>
        invest(deps, { ...investment, source: 'withdrawable' }),
      ),
    release: () =>
      ask(`makes the wallet of ${currency} withdrawable`, (deps) => releaseWallet(deps, investment)),
    withdrawAny: () => withdrawAmount(newAmount(world, currency)),
    /** A part of what may be withdrawn, or a little more. */
    withdrawPart: (hasMicro: bigint) =>
      withdrawAmount((hasMicro * BigInt(1 + world.random.integer(10))) / 10n + 1n),
    moveReferral: (amountMicro: bigint) => {
      const destination = world.random.integer(2) === 0 ? 'toWithdrawable' : 'toInvest';
      return ask(
        `moves ${formatAmount(amountMicro)} ${currency} of referral rewards ${destination}`,
        (deps) => transferReferral(deps, { userId, currency, amountMicro, destination, idempotencyKey }),
      );
    },
  };
}

/** A client that has no answer, or an impatient one, sends the same request again. */
function repeatWithdrawal(world: World, { name: who, userId }: Person): Action | undefined {
  const its = world.withdrawals.filter(({ owner }) => owner === userId);
  if (its.length === 0) return undefined;
  const asked = world.pick(its);
  return { who, what: `repeats ${asked.key}`, actor: userId, ask: (deps) => askFor(world, asked, deps) };
}

/** Cancels the caller's own withdrawal, or tries another user's, which must be refused. */
function cancel(world: World, { name: who, userId }: Person): Action | undefined {
  const known = world.withdrawals.flatMap(({ id, owner }) => (id === undefined ? [] : [{ id, owner }]));
  if (known.length === 0) return undefined;
  const { id, owner } = world.pick(known);
  return {
    who,
    what: `cancels ${owner === userId ? 'the withdrawal' : 'another’s withdrawal'} ${id}`,
    actor: userId,
    ask: async (deps) => {
      await cancelWithdrawal(deps, { userId, withdrawalId: id });
      if (owner !== userId)
        throw new ViolationError('only its owner cancels', `${who} cancelled ${id} of ${owner}.`);
      world.counters.count('withdrawal cancelled');
    },
  };
}
