import { Transaction } from 'ethers';
import { ALLOWED_BSC_CHAINS } from '../networks.ts';
import { TOKEN } from './token.ts';

const GAS_LIMIT = 60_000n;
const GAS_PRICE = 1_000_000_000n;

/** Unsigned bytes of a transfer of a token on BSC testnet, as hex, for tests of what signs them. */
export function buildTokenTransfer(transfer: {
  token: string;
  to: string;
  units: bigint;
  nonce: number;
}): string {
  const { token, to, units, nonce } = transfer;
  const { unsignedSerialized } = Transaction.from({
    type: 0,
    chainId: ALLOWED_BSC_CHAINS.testnet,
    nonce,
    to: token,
    gasLimit: GAS_LIMIT,
    gasPrice: GAS_PRICE,
    data: TOKEN.encodeFunctionData('transfer', [to, units]),
  });
  return unsignedSerialized.slice(2);
}
