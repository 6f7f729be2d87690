// What the checks ask of nodes that the reader chose: plain JSON-RPC of BSC, plain HTTP of java-tron. Nothing is signed here.
import { SECOND_MS } from '@glasspool/core';
import type { AnchorOnChain, BlockOnChain, ChainView } from '@glasspool/core/solvency';
import { z } from 'zod';

/** `balanceOf(address)` of ERC-20. */
const BALANCE_OF = '0x70a08231';
const Quantity = z.string().regex(/^0x[0-9a-f]+$/i);

export interface Nodes {
  readonly bscUrl: string;
  readonly tronUrl?: string;
  /** Without it nobody is asked what an address holds of the token. */
  readonly usdtContract?: string;
}

/** Asks a node of BSC, and one of TRON where one is named. */
export function connectNodes({ bscUrl, tronUrl, usdtContract }: Nodes): ChainView {
  const bsc = async <Schema extends z.ZodType>(schema: Schema, method: string, params: unknown[]) => {
    const Answer = z.object({
      result: schema.nullable().optional(),
      error: z.object({ message: z.string() }).optional(),
    });
    const { result, error } = Answer.parse(await post(bscUrl, { jsonrpc: '2.0', id: 1, method, params }));
    if (error !== undefined) throw new Error(`${bscUrl} refused ${method}: ${error.message}`);
    return result ?? undefined;
  };
  return {
    ...(usdtContract !== undefined && { usdtContract }),
    readBscChainId: async () => Number(await bsc(Quantity, 'eth_chainId', [])),
    findBlock: async (network, height) => {
      if (network === 'TRON') return tronUrl === undefined ? undefined : await readTronBlock(tronUrl, height);
      const Block = z.object({ hash: z.string(), timestamp: Quantity });
      const block = await bsc(Block, 'eth_getBlockByNumber', [`0x${height.toString(16)}`, false]);
      if (block === undefined) throw new Error(`${bscUrl} has no block ${height}.`);
      return { hash: block.hash.replace(/^0x/, ''), timeMs: Number(block.timestamp) * SECOND_MS };
    },
    findAnchor: async (txHash): Promise<AnchorOnChain | undefined> => {
      const Transaction = z.object({
        from: z.string(),
        to: z.string().nullable(),
        value: Quantity,
        nonce: Quantity,
        input: z.string(),
      });
      const Receipt = z.object({ status: Quantity, blockNumber: Quantity });
      const transaction = await bsc(Transaction, 'eth_getTransactionByHash', [txHash]);
      const receipt = await bsc(Receipt, 'eth_getTransactionReceipt', [txHash]);
      const head = await bsc(Quantity, 'eth_blockNumber', []);
      if (transaction === undefined || receipt === undefined || head === undefined) return undefined;
      return {
        from: transaction.from,
        nonce: Number(transaction.nonce),
        data: transaction.input,
        to: transaction.to,
        valueUnits: BigInt(transaction.value),
        blockHeight: Number(receipt.blockNumber),
        succeeded: Number(receipt.status) === 1,
        depth: Number(head) - Number(receipt.blockNumber),
      };
    },
    getBalanceUnits: async (network, address) => {
      if (network === 'BSC') {
        if (usdtContract === undefined) return undefined;
        const data = `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(64, '0')}`;
        const balance = await bsc(Quantity, 'eth_call', [{ to: usdtContract, data }, 'latest']);
        return BigInt(balance ?? 0);
      }
      if (tronUrl === undefined) return undefined;
      // A number above 2^53 would have been rounded on its way: it is refused.
      const Account = z.object({ balance: z.int().optional(), Error: z.undefined().optional() });
      const body = { address, visible: true };
      return BigInt(Account.parse(await post(`${tronUrl}/wallet/getaccount`, body)).balance ?? 0);
    },
  };
}

/** TRON writes no time for the first block of a private chain, which is as good as zero. */
async function readTronBlock(url: string, height: number): Promise<BlockOnChain> {
  const Block = z.object({
    blockID: z.string().optional(),
    block_header: z.object({ raw_data: z.object({ timestamp: z.int().default(0) }) }).optional(),
  });
  const { blockID, block_header: header } = Block.parse(
    await post(`${url}/wallet/getblockbynum`, { num: height }),
  );
  if (blockID === undefined) throw new Error(`${url} has no block ${height}.`);
  return { hash: blockID, timeMs: header?.raw_data.timestamp ?? 0 };
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response.json();
}
