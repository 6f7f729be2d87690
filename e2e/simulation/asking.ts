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

/** Something that a person asks of the pool. */
export interface Action {
  readonly who: string;
  readonly what: string;
  readonly actor: UserId;
  /** True for what gives money back to someone else: a review. */
  readonly movesOthers?: boolean;
  /** True for what takes several calls, of which one may be refused after another one changed something. */
  readonly hasSteps?: boolean;
  readonly ask: (deps: SolvencyDeps) => Promise<void>;
}

/** Key of a new request. */
export function newKey({ random }: World): string {
  return `key-${random.integer(1_000_000_000)}`;
}

/** One clock may be behind and another one ahead. */
const CLOCKS_APART_MS = 2 * CLOCK_WRONG_HOURS_MAX * HOUR_MS;

/** Amounts as no screen sends them. */
const STRANGE = ['0', '-1', '1e3', '1,5', '0.0000001', '0.000001', '1000000000000'];

/** An amount as a client writes it, mostly one of everyday life. */
export function newAmount(world: World, currency: Currency): string {
  const { random } = world;
  if (random.integer(25) === 0) return world.pick(STRANGE);
  const whole = (currency === 'USDT' ? 1 : 10) + random.integer(currency === 'USDT' ? 90 : 350);
  return `${whole}.${String(random.integer(1_000_000)).padStart(6, '0')}`;
}

/** One call of the API by someone. */
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

/** A member who is signed in, or a program with a key of theirs. */
export function asMember(
  world: World,
  { userId, email }: Person,
  options: { key?: string; way?: 'user' | 'withdraw key' } = {},
): Caller {
  const { key, way = 'user' } = options;
  const login = way === 'user' ? { login: world.sessions.get(userId) } : {};
  return { userId, email, way, ...login, ...(key === undefined ? {} : { idempotencyKey: key }) };
}

/** One of the pool's two admins. */
export function asAdmin(world: World, adminId: UserId): Caller {
  const email = adminId === world.admins[0] ? 'operator@example.org' : 'second@example.org';
  return { userId: adminId, email, way: 'admin', login: world.sessions.get(adminId) };
}

/** A new withdrawal to an address that no other one goes to. */
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

/** Asks for a withdrawal, for the first time or again. */
export async function askFor(world: World, asked: AskedWithdrawal, deps: SolvencyDeps): Promise<void> {
  const { key } = asked;
  const id = await callApi(deps, asked.caller, (api) => requestFrom(api, asked));
  // An older copy of the folder does not know what was asked for since; it pays nothing by itself.
  if (asked.id !== undefined && asked.id !== id && !world.isOlderCopy)
    throw new ViolationError(
      'one withdrawal per request',
      `${key} became ${asked.id} first and ${id} later.`,
    );
  if (asked.id !== undefined) world.counters.count('withdrawal asked for again');
  asked.id = id;
  if (asked.caller.way === 'withdraw key') expectListed(world, asked);
}

/** Programs pay to addresses that their owner listed a day ago, as the clocks of two machines tell. */
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

/** The most that a withdrawal may pay: nothing where no amount was asked for. */
export function readAskedMicro({ amount }: AskedWithdrawal): bigint {
  return AmountString.safeParse(amount).success ? parseAmount(amount) : 0n;
}
