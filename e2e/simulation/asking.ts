import { type Currency, formatAmount, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { type PoolDeps, requestOperatorWithdrawal, requestWithdrawal } from '@glasspool/pool';
import type { AskedWithdrawal } from './facts.ts';
import { ViolationError } from './violation.ts';
import type { World } from './world.ts';

const origin = { ipAddress: '10.0.0.1', requestId: 'story' };

/** Something that a person asks of the pool. */
export interface Action {
  readonly who: string;
  readonly what: string;
  readonly actor: UserId;
  /** True for what gives money back to someone else: a review. */
  readonly movesOthers?: boolean;
  readonly ask: (deps: PoolDeps) => Promise<void>;
}

/** Key of a new request. */
export function newKey({ random }: World): string {
  return `key-${random.integer(1_000_000_000)}`;
}

/** Any amount that the API lets through, mostly one of everyday life. */
export function newAmount({ random }: World, currency: Currency): bigint {
  // Amounts of zero and below never come past the contracts of the API.
  const strange = [1n, 10n ** 18n];
  if (random.integer(25) === 0) return strange[random.integer(strange.length)] ?? 0n;
  const whole = (currency === 'USDT' ? 1 : 10) + random.integer(currency === 'USDT' ? 90 : 350);
  return micro(`${whole}.${String(random.integer(1_000_000)).padStart(6, '0')}`);
}

/** A new withdrawal, to an address of its own. */
export function withdraw(
  world: World,
  given: { who: string; owner: UserId | 'operator'; currency: Currency; amountMicro: bigint },
): Action {
  const { who, owner, currency, amountMicro } = given;
  const asked: AskedWithdrawal = {
    owner,
    currency,
    amountMicro,
    key: newKey(world),
    address: world.newAddress(currency),
    id: undefined,
  };
  world.withdrawals.push(asked);
  return {
    who,
    what: `withdraws ${formatAmount(amountMicro)} ${currency}`,
    actor: getActor(world, asked),
    ask: (deps) => askFor(world, asked, deps),
  };
}

/** Asks for a withdrawal, for the first time or again. */
export async function askFor(world: World, asked: AskedWithdrawal, deps: PoolDeps): Promise<void> {
  const { owner, currency, amountMicro, address, key } = asked;
  const request = { currency, amountMicro, address, idempotencyKey: key };
  const { id } =
    owner === 'operator'
      ? await requestOperatorWithdrawal(deps, { adminId: getActor(world, asked), origin, ...request })
      : await requestWithdrawal(deps, { userId: owner, ...request });
  // An older copy of the folder does not know what was asked for since; it pays nothing by itself.
  if (asked.id !== undefined && asked.id !== id && !world.isOlderCopy)
    throw new ViolationError(
      'one withdrawal per request',
      `${key} became ${asked.id} first and ${id} later.`,
    );
  if (asked.id !== undefined) world.counters.count('withdrawal asked for again');
  asked.id = id;
}

function getActor(world: World, { owner }: AskedWithdrawal): UserId {
  const [adminId] = world.admins;
  if (adminId === undefined) throw new Error('The pool has no admin.');
  return owner === 'operator' ? adminId : owner;
}
