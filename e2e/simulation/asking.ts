import {
  AmountString,
  type Currency,
  DAY_MS,
  HOUR_MS,
  parseAmount,
  type UserId,
  type WithdrawalId,
} from '@glasspool/core';
import type { SolvencyDeps } from '@glasspool/solvency';
import { type Api, type Caller, callApi } from './callers.ts';
import { type AskedWithdrawal, CLOCK_WRONG_HOURS_MAX, type Person } from './facts.ts';
import { ViolationError } from './violation.ts';
import type { World } from './world.ts';

/** Request that a person makes to the pool. */
export interface Action {
  readonly who: string;
  readonly what: string;
  readonly actor: UserId;
  /** True for an action that may give money back to another user: a review. */
  readonly movesOthers?: boolean;
  /** True for an action of several calls: one of them may be refused after an earlier one changed something. */
  readonly hasSteps?: boolean;
  readonly ask: (deps: SolvencyDeps) => Promise<void>;
}

/** Returns an idempotency key for a new request. */
export function newKey({ random }: World): string {
  return `key-${random.integer(1_000_000_000)}`;
}

/** Maximum difference of two clocks: one may be behind while another one is ahead. */
const CLOCKS_APART_MS = 2 * CLOCK_WRONG_HOURS_MAX * HOUR_MS;

/** Amounts that no screen sends. */
const STRANGE = ['0', '-1', '1e3', '1,5', '0.0000001', '0.000001', '1000000000000'];

/** Returns an amount as a client writes it, mostly an ordinary one. */
export function newAmount(world: World, currency: Currency): string {
  const { random } = world;
  if (random.integer(25) === 0) return world.pick(STRANGE);
  const whole = (currency === 'USDT' ? 1 : 10) + random.integer(currency === 'USDT' ? 90 : 350);
  return `${whole}.${String(random.integer(1_000_000)).padStart(6, '0')}`;
}

/** Returns an action that makes one call of the API. */
export function callAction(
  { who, what, caller }: { who: string; what: string; caller: Caller },
  call: (api: Api) => Promise<unknown>,
): Action {
  return {
    who,
    what,
    actor: caller.userId,
    ask: async (deps) => void (await callApi(deps, caller, call)),
  };
}

/** Returns a member who is signed in, or a program with an API key of the member. */
export function asMember(
  world: World,
  { userId, email }: Person,
  options: { key?: string; way?: 'user' | 'withdraw key' } = {},
): Caller {
  const { key, way = 'user' } = options;
  const login = way === 'user' ? { login: world.sessions.get(userId) } : {};
  return { userId, email, way, ...login, ...(key === undefined ? {} : { idempotencyKey: key }) };
}

/** Returns the caller for one of the pool's two admins. */
export function asAdmin(world: World, adminId: UserId): Caller {
  const email = adminId === world.admins[0] ? 'operator@example.org' : 'second@example.org';
  return { userId: adminId, email, way: 'admin', login: world.sessions.get(adminId) };
}

/** Returns a new withdrawal to an address that no other withdrawal pays. */
export function withdraw(
  world: World,
  given: Pick<AskedWithdrawal, 'owner' | 'currency'> & {
    who: string;
    amount: string;
    caller: Caller;
    address?: string;
  },
): Action {
  const { who, owner, currency, amount, caller, address = world.newAddress(currency) } = given;
  const asked: AskedWithdrawal = {
    owner,
    currency,
    amount,
    caller,
    key: newKey(world),
    address,
    id: undefined,
  };
  world.withdrawals.push(asked);
  return {
    who,
    what: `withdraws ${amount} ${currency}${caller.way === 'withdraw key' ? ' with a key' : ''}`,
    actor: caller.userId,
    ask: (deps) => askFor(world, asked, deps),
  };
}

/** Requests a withdrawal, for the first time or again. */
export async function askFor(world: World, asked: AskedWithdrawal, deps: SolvencyDeps): Promise<void> {
  const { key } = asked;
  const id = await callApi(deps, asked.caller, (api) => requestFrom(api, asked));
  // An older copy of the folder does not know later requests; it pays nothing by itself.
  if (asked.id !== undefined && asked.id !== id && !world.isOlderCopy)
    throw new ViolationError(
      'one withdrawal per request',
      `${key} became ${asked.id} first and ${id} later.`,
    );
  if (asked.id !== undefined) world.counters.count('withdrawal asked for again');
  asked.id = id;
  if (asked.caller.way === 'withdraw key') expectListed(world, asked);
}

/** Fails unless a program paid an address that its owner put on the allowlist a day before, give or take the clocks of two machines. */
function expectListed({ listed, clock, counters }: World, { owner, address, key }: AskedWithdrawal): void {
  const payee = listed.find((one) => one.owner === owner && one.address === address);
  const sinceMs = clock.now() - (payee?.listedAt ?? clock.now());
  if (sinceMs < DAY_MS - CLOCKS_APART_MS)
    throw new ViolationError(
      'programs pay to the allowlist',
      `${key} pays ${address}, listed for ${sinceMs} ms.`,
    );
  counters.count('program paid');
}

async function requestFrom(api: Api, asked: AskedWithdrawal): Promise<WithdrawalId> {
  const { owner, currency, amount, address, key } = asked;
  const request = { currency, amount, idempotencyKey: key };
  if (owner === 'operator') return (await api.hotWallet.withdrawOwnFunds({ ...request, address })).id;
  return (await api.withdrawals.withdraw({ ...request, receiverAddress: address })).data.id;
}

/** Returns the maximum that a withdrawal may pay: 0 when the requested amount is invalid. */
export function readAskedMicro({ amount }: AskedWithdrawal): bigint {
  return AmountString.safeParse(amount).success ? parseAmount(amount) : 0n;
}
