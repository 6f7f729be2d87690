import type { ChainSigner } from '@glasspool/chains';
import { NETWORKS, type Network, PoolError, USER_CURRENCIES, type UserId } from '@glasspool/core';
import { receivable, USER_BALANCES, userAccount } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import type { AccountHooks } from '@glasspool/identity/deps';
import { getBalances } from '@glasspool/ledger';
import { nextDerivationIndex } from '../wallets/index.ts';

type Addresses = Readonly<Record<Network, Pick<ChainSigner, 'deriveAddress'>>>;

/** Ties accounts to the pool: deposit addresses when one opens, balances that keep one open, webhooks and allowlist entries that end with it. */
export function createAccountHooks(chains: Addresses): AccountHooks {
  return {
    open: (tx, userId) => openWallets(tx, chains, userId),
    close: async (tx, { userId, now }) => {
      await assertEmpty(tx, userId);
      await tx
        .updateTable('allowlistEntry')
        .set({ removedAt: now })
        .where('userId', '=', userId)
        .where('removedAt', 'is', null)
        .execute();
    },
    listAccess,
    endAccess,
  };
}

/** Gives an account a deposit address on each network. */
async function openWallets(tx: Transaction, chains: Addresses, userId: UserId): Promise<void> {
  const derivationIndex = await nextDerivationIndex(tx);
  await tx
    .insertInto('wallet')
    .values(
      NETWORKS.map((network) => ({
        network,
        derivationIndex,
        address: chains[network].deriveAddress(derivationIndex),
        userId,
      })),
    )
    .execute();
}

/** @throws PoolError ACCOUNT_NOT_EMPTY while a balance is not zero, or a deposit is not final. */
async function assertEmpty(tx: Transaction, userId: UserId): Promise<void> {
  const accounts = USER_CURRENCIES.flatMap((currency) => [
    ...USER_BALANCES.map((name) => userAccount(userId, name, currency)),
    receivable(userId, currency),
  ]);
  const balances = await getBalances(tx, accounts);
  const confirming = await tx
    .selectFrom('deposit')
    .select('id')
    .where('userId', '=', userId)
    .where('state', '=', 'confirming')
    .limit(1)
    .executeTakeFirst();
  if (confirming !== undefined || balances.some((micro) => micro !== 0n))
    throw new PoolError('ACCOUNT_NOT_EMPTY');
}

/** Names the webhooks and the waiting allowlist entries of an account. Each kind has a fixed number at most. */
const listAccess: AccountHooks['listAccess'] = async (tx, { userId, now }) => {
  const webhooks = await tx
    .selectFrom('webhook')
    .select('url')
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .execute();
  const entries = await tx
    .selectFrom('allowlistEntry')
    .select(['address', 'currency'])
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .where('usableAt', '>', now)
    .execute();
  return {
    webhooks: webhooks.map(({ url }) => url),
    waitingAddresses: entries.map(({ address, currency }) => `${currency} to ${address}`),
  };
};

/** Ends them. */
const endAccess: AccountHooks['endAccess'] = async (tx, { userId, now }) => {
  const removed = await tx
    .updateTable('webhook')
    .set({ removedAt: now })
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of removed)
    await tx.updateTable('webhookDelivery').set({ nextTryAt: null }).where('webhookId', '=', id).execute();
  await tx
    .updateTable('allowlistEntry')
    .set({ removedAt: now })
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .where('usableAt', '>', now)
    .execute();
};
