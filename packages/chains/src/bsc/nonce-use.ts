import { type JsonRpcProvider, toQuantity } from 'ethers';
import { z } from 'zod';

const BlockMessage = z.object({
  transactions: z.array(
    z.object({ hash: z.string(), from: z.string(), nonce: z.string().transform(Number) }),
  ),
});

interface NonceUse {
  readonly txHash: string;
  readonly blockHeight: number;
}

/**
 * The final transaction that used a nonce of an address, or undefined while none did. It is looked for in the blocks themselves:
 * that a node has no receipt of a transaction proves nothing, for the node may be behind.
 */
export async function findNonceUse(
  provider: JsonRpcProvider,
  question: { sender: string; nonce: number; finalizedHeight: number },
): Promise<NonceUse | undefined> {
  const { sender, nonce, finalizedHeight } = question;
  const isUsedAt = async (height: number): Promise<boolean> =>
    (await provider.getTransactionCount(sender, height)) > nonce;
  // At the newest block first: while finality is far behind, full nodes have forgotten the state of the final one.
  if ((await provider.getTransactionCount(sender, 'latest')) <= nonce) return undefined;
  if (!(await isUsedAt(finalizedHeight))) return undefined;
  // Back in growing steps, then by halves: nodes keep old states for recent blocks only.
  let used = finalizedHeight;
  let unused = finalizedHeight - 1;
  while (unused >= 0 && (await isUsedAt(unused))) {
    const step = 2 * (finalizedHeight - unused);
    used = unused;
    unused = Math.max(finalizedHeight - step, used > 0 ? 0 : -1);
  }
  while (used - unused > 1) {
    const middle = Math.floor((used + unused) / 2);
    if (await isUsedAt(middle)) used = middle;
    else unused = middle;
  }
  const block = BlockMessage.parse(await provider.send('eth_getBlockByNumber', [toQuantity(used), true]));
  const use = block.transactions.find(
    (one) => one.from.toLowerCase() === sender.toLowerCase() && one.nonce === nonce,
  );
  return use === undefined ? undefined : { txHash: use.hash, blockHeight: used };
}
