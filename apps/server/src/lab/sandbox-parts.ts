import type { NetworkKeys } from '@glasspool/chains/keys';
import type { Network } from '@glasspool/core';
import { Database, migrateToLatest } from '@glasspool/db';
import { readSignature, toMessage } from '../signer/messages.ts';
import type { Signer } from '../signer/signer.ts';

/** Opens a migrated database in a file. */
export async function openDatabase(file: string): Promise<Database> {
  const database = new Database(() => `sqlite:${file}`);
  await migrateToLatest(database);
  return database;
}

/** Keys that sign nothing but what the product's signer lets through. */
export function throughSigner(
  tree: Readonly<Record<Network, NetworkKeys>>,
  getSigner: () => Signer | undefined,
): Readonly<Record<Network, NetworkKeys>> {
  const guard = (network: Network): NetworkKeys => ({
    publicKey: (index) => tree[network].publicKey(index),
    sign: async (request) => {
      const signer = getSigner();
      if (signer === undefined) throw new Error('The signer is not there yet.');
      return readSignature(await signer.answer({ ...toMessage(network, request), id: 1 }));
    },
  });
  return { BSC: guard('BSC'), TRON: guard('TRON') };
}
