import { type Network, USER_CURRENCIES } from '@glasspool/core';
import { createAdmin } from '@glasspool/identity/accounts';
import { getWallets } from '@glasspool/pool/wallets';
import { STAFF_IDLE_MS } from './login.ts';
import type { World } from './world.ts';

const GAS_WEI = 10n ** 18n;
const NAMES = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'];

/** Opens the pool as an operator does, with two admins, coins for fees, and a reserve that runs out during the story. */
export async function openWorld(world: World): Promise<void> {
  const { pool, signer, options } = world;
  await signer.start();
  await pool.start();
  for (const name of ['operator', 'second']) {
    const email = `${name}@example.org`;
    const { userId, password } = await createAdmin(world.calm, email);
    world.admins.push(userId);
    world.sessions.add({ userId, email, password, idleMs: STAFF_IDLE_MS });
  }
  world.chain('BSC').fundGas(GAS_WEI);
  await pool.deposit('hotWallet', 'TRX', '600');
  await pool.deposit('hotWallet', 'USDT', '100');
  for (const currency of USER_CURRENCIES) await pool.fundReserve(currency, '25');
  for (let index = 0; index < options.users; index += 1) await admit(world, index);
  for (let number = 1; number <= options.processes; number += 1) await world.addServer();
}

async function admit(world: World, index: number): Promise<void> {
  const name = NAMES[index] ?? `user${index}`;
  const inviter = index === 0 || world.random.integer(3) === 0 ? undefined : world.pick(world.people).userId;
  const userId = await world.pool.signUp(name, inviter);
  const wallets = await getWallets(world.calm, userId);
  const find = (network: Network): string => wallets.find((one) => one.network === network)?.address ?? '';
  const addresses = { BSC: find('BSC'), TRON: find('TRON') };
  const email = `${name}@example.org`;
  world.people.push({ name, email, userId, invitedBy: inviter, addresses });
  world.sessions.add({ userId, email });
}
