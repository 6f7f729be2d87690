import { NetworkRefusedError } from './chain.ts';

/** The closed list of networks. No setting widens it. */
export const ALLOWED_BSC_CHAINS = {
  local: 31_337,
  testnet: 97,
} as const;

/** Ids of the first blocks. Nile and Shasta as published by TRON; `local` is the development node's own. */
export const ALLOWED_TRON_GENESIS = {
  local: ['00000000000000004fd5fdf7c9b1c9504515c8d8c2b8096934cf6f233c85592f'],
  testnet: [
    '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
    '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
  ],
} as const;

export type NetworkSetting = keyof typeof ALLOWED_BSC_CHAINS;

const BSC_MAINNET = 56;
const TRON_MAINNET_GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';

/**
 * Refuses a BSC node whose chain id is not the allowed one of this network setting.
 *
 * @throws NetworkRefusedError
 */
export function assertAllowedBscChain(network: NetworkSetting, chainId: number): void {
  const allowed = ALLOWED_BSC_CHAINS[network];
  if (chainId === allowed) return;
  const what =
    chainId === BSC_MAINNET ? 'BSC mainnet (chain 56), where tokens have value' : `chain ${chainId}`;
  throw new NetworkRefusedError(
    `The BSC node is on ${what}. Glasspool runs on test networks only: NETWORK=${network} needs chain ${allowed}. Nothing was signed. Point BSC_RPC_URL at a node of that chain.`,
  );
}

/**
 * Refuses a TRON node whose first block is not on the list for this network setting.
 *
 * @throws NetworkRefusedError
 */
export function assertAllowedTronGenesis(network: NetworkSetting, genesisId: string): void {
  const allowed: readonly string[] = ALLOWED_TRON_GENESIS[network];
  if (allowed.includes(genesisId)) return;
  const what =
    genesisId === TRON_MAINNET_GENESIS ? 'TRON mainnet, where tokens have value' : `genesis ${genesisId}`;
  throw new NetworkRefusedError(
    `The TRON node is on ${what}. Glasspool runs on test networks only: NETWORK=${network} needs ${network === 'local' ? 'the local development node' : 'Nile or Shasta'}. Nothing was signed. Point TRON_RPC_URL at such a node.`,
  );
}
