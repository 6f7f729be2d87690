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
import type { SolvencyDeps } from '@glasspool/solvency';
import { adminAction } from './admins.ts';
import type { Action } from './asking.ts';
import type { Server } from './facts.ts';
import { memberAction } from './members.ts';
import { expectNothingChanged, expectOthersUntouched, rememberState } from './nothing-changed.ts';
import { KilledError } from './scheduler.ts';
import { enter } from './sessions.ts';
import { isLocked } from './support.ts';
import { FaultError } from './violation.ts';
import type { World } from './world.ts';

/** Chance that an action runs alone and the state before and after it is compared. */
const ALONE_CHANCE = 0.1;
/** Amount of coins for fees that an operator sends at a time, in wei. */
export const COINS_WEI = 10n ** 16n;

/** Lets a person, chosen by the seed, do something. */
export async function act(world: World, server: Server): Promise<void> {
  const { scheduler } = world;
  // Admins act more often in a story about decisions of admins.
  const actionsPerAdmins = world.options.differs || world.options.supports ? 2 : 3;
  const action =
    world.random.integer(actionsPerAdmins) === 0 ? adminAction(world) : await memberAction(world);
  if (action === undefined) return;
  if (world.options.supports && (await isLocked(world, action.actor)))
    return void world.counters.count('call of a locked account');
  const isAlone =
    action.hasSteps !== true && scheduler.runningCount === 0 && world.random.fraction() < ALONE_CHANCE;
  if (isAlone) await perform(world, server, entering(world, action));
  const before = isAlone ? await rememberState(world) : undefined;
  const { parkChance } = scheduler;
  if (isAlone) scheduler.parkChance = 0;
  start(world, server, action);
  await (isAlone ? scheduler.drain() : scheduler.settle());
  scheduler.parkChance = parkChance;
  if (before === undefined) return;
  await expectNothingChanged(world, before);
  if (action.movesOthers !== true) await expectOthersUntouched(world, before, action.actor);
}

/** Runs an action of a person from its first step to its outcome. */
export async function perform(world: World, server: Server, action: Action): Promise<void> {
  start(world, server, action);
  await world.scheduler.drain();
}

function start(world: World, server: Server, action: Action): void {
  world.scheduler.start(server.life, `${action.who} ${action.what}`, async () => {
    const outcome = await describeOutcome(world, action, server.deps);
    world.recordSentence(`${action.who} ${action.what} on process ${server.number}: ${outcome}.`);
  });
}

async function describeOutcome(
  world: World,
  { what, who, actor, ask }: Action,
  deps: SolvencyDeps,
): Promise<string> {
  try {
    await enterFirst(world, actor, deps);
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

/** Returns an action that only signs in. A call that is compared with the state before it must not sign in itself. */
function entering(world: World, { who, actor }: Action): Action {
  return { who, what: 'looks in', actor, ask: (deps) => enterFirst(world, actor, deps) };
}

function enterFirst({ sessions, counters }: World, actor: UserId, deps: SolvencyDeps): Promise<void> {
  return enter(deps, sessions.get(actor), counters);
}

/** Sends tokens from outside to a user or to the hot wallet, or coins for fees. */
export function sendDeposit(world: World, currency: Currency = world.pick(USER_CURRENCIES)): void {
  if (world.random.integer(8) === 0) {
    world.chain('BSC').fundGas(COINS_WEI);
    world.recordSentence('Coins for fees are sent to the hot wallet.');
    return;
  }
  const network = NETWORK_OF[currency];
  const chain = world.chain(network);
  const isForUser = world.random.integer(8) > 0;
  const index = isForUser ? world.random.integer(world.people.length) : -1;
  const person = world.people[index];
  const amountMicro = micro(String(30 + world.random.integer(500)));
  const address = person?.addresses[network] ?? chain.deriveAddress(0);
  const txHash = chain.deposit(address, toChainUnits(currency, amountMicro));
  if (person !== undefined)
    world.deposits.push({ userId: person.userId, currency, address, txHash, micro: amountMicro });
  world.recordSentence(
    `${formatAmount(amountMicro)} ${currency} are sent to ${person?.name ?? 'the hot wallet'}.`,
  );
}
