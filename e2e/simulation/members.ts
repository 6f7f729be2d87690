import { type Currency, formatAmount, USER_CURRENCIES, type WithdrawalId } from '@glasspool/core';
import { type UserBalance, userClass } from '@glasspool/core/books';
import { changeEmail, theftAction } from './account-actions.ts';
import { type Action, askFor, asMember, callAction, newAmount, newKey, withdraw } from './asking.ts';
import { type Api, callApi } from './callers.ts';
import type { AskedWithdrawal, Person } from './facts.ts';
import { findListed, listPayee, payAnywhere, payListed } from './payees.ts';
import { ViolationError } from './violation.ts';
import type { World } from './world.ts';

/** Chance that a person reads the balances first, and requests something that they allow. */
const LOOK_CHANCE = 0.6;

/** Returns a request of a member, wrong ones included. Undefined when there is nothing to request. */
export async function memberAction(world: World): Promise<Action | undefined> {
  const person = world.pick(world.people);
  const sensible = world.random.fraction() < LOOK_CHANCE ? await chooseByBalance(world, person) : undefined;
  return sensible ?? chooseBlindly(world, person);
}

/** Returns a request that the balances allow; undefined when they allow none. */
async function chooseByBalance(world: World, person: Person): Promise<Action | undefined> {
  const rows = await world.db.read
    .selectFrom('account')
    .select(['accountClass', 'currency', 'balanceMicro'])
    .where('userId', '=', person.userId)
    .where('balanceMicro', '>', 0n)
    .orderBy('path')
    .execute();
  const choices: (() => Action)[] = [];
  for (const currency of USER_CURRENCIES) {
    const has = (name: UserBalance): bigint =>
      rows.find((row) => row.currency === currency && row.accountClass === userClass(name))?.balanceMicro ??
      0n;
    const { investAll, release, reinvest, withdrawPart, moveReferral } = actionsOf(world, person, currency);
    const withdrawableMicro = has('withdrawable');
    if (has('wallet') > 0n) choices.push(investAll, release);
    if (withdrawableMicro > 0n) {
      const part = () => withdrawPart(withdrawableMicro);
      choices.push(reinvest, part, part);
      const payee = findListed(world, person, currency);
      if (payee !== undefined) choices.push(() => payListed(world, person, payee, withdrawableMicro));
    }
    if (has('referral') > 0n) choices.push(() => moveReferral(formatAmount(has('referral'))));
  }
  return choices.length === 0 ? undefined : world.pick(choices)();
}

function chooseBlindly(world: World, person: Person): Action | undefined {
  const { random } = world;
  const currency = world.pick(USER_CURRENCIES);
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
    () => moveReferral(random.integer(2) === 0 ? newAmount(world, currency) : '0.000001'),
    () => cancel(world, person),
    investAll,
    () => listPayee(world, person, currency),
    () => (random.integer(4) === 0 ? changeEmail(world, person) : theftAction(world, person)),
    () => (random.integer(4) === 0 ? payAnywhere(world, person, currency) : undefined),
  ];
  return world.pick(actions)();
}

function actionsOf(world: World, person: Person, currency: Currency) {
  const { name: who, userId } = person;
  const key = newKey(world);
  const ask = (what: string, call: (api: Api) => Promise<unknown>): Action =>
    callAction({ who, what, caller: asMember(world, person, { key }) }, call);
  const withdrawAmount = (amount: string): Action =>
    withdraw(world, { who, owner: userId, currency, amount, caller: asMember(world, person) });
  return {
    investAll: () =>
      ask(`invests all of the wallet of ${currency}`, (api) => api.investments.invest({ currency })),
    investAny: () => {
      const amount = newAmount(world, currency);
      return ask(`invests ${amount} ${currency}`, (api) => api.investments.invest({ currency, amount }));
    },
    reinvest: () =>
      ask(`invests all withdrawable ${currency}`, (api) =>
        api.investments.invest({ currency, from: 'withdrawable' }),
      ),
    release: () =>
      ask(`makes the wallet of ${currency} withdrawable`, (api) =>
        api.investments.releaseWallet({ currency }),
      ),
    withdrawAny: () => withdrawAmount(newAmount(world, currency)),
    /** Withdraws a part of the withdrawable balance, or a little more than all of it. */
    withdrawPart: (hasMicro: bigint) => withdrawAmount(partOf(world, hasMicro)),
    moveReferral: (amount: string) => {
      const destination = world.random.integer(2) === 0 ? 'toWithdrawable' : 'toInvest';
      return ask(`moves ${amount} ${currency} of referral rewards ${destination}`, (api) =>
        api.referrals.transferReferral({ currency, amount, destination, idempotencyKey: key }),
      );
    },
  };
}

/** Returns a part of a balance, or a little more than all of it. */
function partOf({ random }: World, hasMicro: bigint): string {
  return formatAmount((hasMicro * BigInt(1 + random.integer(10))) / 10n + 1n);
}

/** Sends an earlier request again, as a client without an answer or an impatient one does. */
function repeatWithdrawal(world: World, { name: who, userId }: Person): Action | undefined {
  const its = world.withdrawals.filter(({ owner }) => owner === userId);
  if (its.length === 0) return undefined;
  const asked = world.pick(its);
  return { who, what: `repeats ${asked.key}`, actor: userId, ask: (deps) => askFor(world, asked, deps) };
}

/** Lists one cancellation per withdrawal, by its owner. In an older copy the withdrawal may have been paid since. */
export function listCancellations(world: World): Action[] {
  return world.withdrawals.flatMap(({ id, owner }) => {
    const person = world.people.find(({ userId }) => userId === owner);
    return id === undefined || person === undefined ? [] : [cancelOf(world, person, { id, owner })];
  });
}

/** Cancels a withdrawal of the caller, or one of another user, which must be refused. */
function cancel(world: World, person: Person): Action | undefined {
  const known = world.withdrawals.flatMap(({ id, owner }) => (id === undefined ? [] : [{ id, owner }]));
  return known.length === 0 ? undefined : cancelOf(world, person, world.pick(known));
}

function cancelOf(
  world: World,
  person: Person,
  { id, owner }: { id: WithdrawalId; owner: AskedWithdrawal['owner'] },
): Action {
  const { name: who, userId } = person;
  return {
    who,
    what: `cancels ${owner === userId ? 'the withdrawal' : 'another’s withdrawal'} ${id}`,
    actor: userId,
    ask: async (deps) => {
      await callApi(deps, asMember(world, person), (api) => api.withdrawals.cancelWithdrawal({ id }));
      if (owner !== userId)
        throw new ViolationError('only its owner cancels', `${who} cancelled ${id} of ${owner}.`);
      world.counters.count('withdrawal cancelled');
    },
  };
}
