import { type JsonRpcProvider, toQuantity } from 'ethers';
import { z } from 'zod';
import { TOKEN } from './token.ts';

const TOKEN_DECIMALS = 18;
const Hex = z.string().regex(/^0x([0-9a-f]{2})*$/i);

/** The contract of the settings is not a token, or does not count as the ledger does. */
export class TokenMismatchError extends Error {
  override readonly name = 'TokenMismatchError';
}

/**
 * Compares the token's own decimals with those of the ledger. Only what a node with blocks answers decides: an error says that the node
 * cannot answer now, and nothing of the contract.
 *
 * @throws TokenMismatchError when the contract is not a token of 18 decimals
 */
export async function assertTestToken(provider: JsonRpcProvider, contract: string): Promise<void> {
  const height = Number(await provider.send('eth_blockNumber', []));
  if (height === 0) throw new Error('The BSC node has no block but the first. Wait until it has come up.');
  const at = toQuantity(height);
  const code = Hex.parse(await provider.send('eth_getCode', [contract, at]));
  if (code === '0x')
    throw new TokenMismatchError(
      `There is no token at USDT_CONTRACT=${contract} on this network. Set the contract of the test USDT.`,
    );
  const call = { to: contract, data: TOKEN.encodeFunctionData('decimals') };
  const answer = Hex.parse(await provider.send('eth_call', [call, at]));
  const decimals = answer.length === 2 + 64 ? BigInt(answer) : 'no';
  if (decimals === BigInt(TOKEN_DECIMALS)) return;
  throw new TokenMismatchError(
    `The token at USDT_CONTRACT=${contract} has ${decimals} decimals, and the pool counts by ${TOKEN_DECIMALS}. Set the contract of the test USDT.`,
  );
}
