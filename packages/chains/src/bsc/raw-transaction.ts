import type { JsonRpcProvider } from 'ethers';
import type { RawTransaction } from '../chain.ts';

/** A transaction that is in a block, as it was sent. */
export async function readRawTransaction(
  provider: JsonRpcProvider,
  txHash: string,
): Promise<RawTransaction | undefined> {
  const transaction = await provider.getTransaction(txHash);
  const receipt = await provider.getTransactionReceipt(txHash);
  if (transaction === null || receipt === null) return undefined;
  const { from, nonce, data } = transaction;
  const depth = (await provider.getBlockNumber()) - receipt.blockNumber;
  return { from, nonce, data, succeeded: receipt.status === 1, depth };
}
