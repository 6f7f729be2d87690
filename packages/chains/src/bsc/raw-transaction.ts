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
  const { from, nonce, data, to, value: valueUnits } = transaction;
  const { blockNumber: blockHeight } = receipt;
  const depth = (await provider.getBlockNumber()) - blockHeight;
  return { from, nonce, data, to, valueUnits, succeeded: receipt.status === 1, blockHeight, depth };
}
