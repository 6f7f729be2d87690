// Programs with an API key, which may pay only to the allowlist of their owner.
import { type Currency, DAY_MS, formatAmount } from '@glasspool/core';
import { type Action, asMember, newAmount, withdraw } from './asking.ts';
import { callApi } from './callers.ts';
import type { ListedPayee, Person } from './facts.ts';
import type { World } from './world.ts';

/** Returns an action that puts an address on the allowlist, now and then with a wrong password. */
export function listPayee(world: World, person: Person, currency: Currency): Action {
  const { userId: owner, name: who } = person;
  const address = world.newAddress(currency);
  const isGuess = world.random.integer(10) === 0;
  return {
    who,
    what: `lists an address of ${currency}`,
    actor: owner,
    ask: async (deps) => {
      const listedAt = world.clock.now();
      const [known = ''] = world.sessions.get(owner).passwords;
      const entry = { currency, address, label: 'Exchange', password: isGuess ? 'a guess' : known };
      await callApi(deps, asMember(world, person), (api) => api.allowlist.addAllowlistEntry(entry));
      world.listed.push({ owner, currency, address, listedAt, isUsed: false });
      world.counters.count('address listed');
    },
  };
}

/** Finds an address for a payment by a program, mostly one that has been on the allowlist for a day. */
export function findListed(world: World, { userId }: Person, currency: Currency): ListedPayee | undefined {
  const now = world.clock.now();
  const waitsMs = world.random.integer(8) === 0 ? 0 : DAY_MS;
  return world.listed.find(
    (one) =>
      one.owner === userId && one.currency === currency && !one.isUsed && now - one.listedAt >= waitsMs,
  );
}

/** Returns a payment by a program to an address of the allowlist. Each address is paid once. */
export function payListed(world: World, person: Person, payee: ListedPayee, hasMicro: bigint): Action {
  payee.isUsed = true;
  const amount = formatAmount(hasMicro / 2n + 1n);
  return payWithKey(world, person, { currency: payee.currency, amount, address: payee.address });
}

/** Returns a payment by a program to an address that is not on the allowlist. */
export function payAnywhere(world: World, person: Person, currency: Currency): Action {
  return payWithKey(world, person, {
    currency,
    amount: newAmount(world, currency),
    address: world.newAddress(currency),
  });
}

function payWithKey(
  world: World,
  person: Person,
  request: { currency: Currency; amount: string; address: string },
): Action {
  const caller = asMember(world, person, { way: 'withdraw key' });
  return withdraw(world, { ...request, who: person.name, owner: person.userId, caller });
}
