// Questions of the checks to nodes of the reader's choice: plain JSON-RPC of BSC, plain HTTP of java-tron. Nothing is signed here.
import { SECOND_MS, toChecksumAddress } from '@glasspool/core';
import type { AnchorOnChain, BlockOnChain, ChainView, MovesOnChain } from '@glasspool/proof';
import { z } from 'zod';

/** `balanceOf(address)` of ERC-20. */
const BALANCE_OF = '0x70a08231';
/** `Transfer(address,address,uint256)` of ERC-20. */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const Quantity = z.string().regex(/^0x[0-9a-f]+$/i);

export interface Nodes {
  readonly bscUrl: string;
  readonly tronUrl?: string;
  /** Without it no node is asked for balances of the token. */
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
    findMoves: async (network, txHash) => {
      if (network === 'TRON') return tronUrl === undefined ? undefined : await readTronMoves(tronUrl, txHash);
      const Log = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() });
      const Receipt = z.object({ blockNumber: Quantity, logs: z.array(Log) });
      const receipt = await bsc(Receipt, 'eth_getTransactionReceipt', [txHash]);
      if (receipt === undefined) return undefined;
      const moves = receipt.logs.flatMap(({ address, topics: [topic, from = '', to = ''], data }) =>
        topic === TRANSFER_TOPIC && address.toLowerCase() === usdtContract?.toLowerCase()
          ? [{ from: addressIn(from), to: addressIn(to), units: BigInt(data) }]
          : [],
      );
      return { blockHeight: Number(receipt.blockNumber), moves };
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
      if (network === 'TRON')
        return tronUrl === undefined ? undefined : await readTronBalance(tronUrl, address);
      if (usdtContract === undefined) return undefined;
      const data = `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(64, '0')}`;
      return BigInt((await bsc(Quantity, 'eth_call', [{ to: usdtContract, data }, 'latest'])) ?? 0);
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

/** Balance in sun. A number above 2^53 would have been rounded on its way: it is refused. */
async function readTronBalance(url: string, address: string): Promise<bigint> {
  const Account = z.object({ balance: z.int().optional(), Error: z.undefined().optional() });
  const body = { address, visible: true };
  return BigInt(Account.parse(await post(`${url}/wallet/getaccount`, body)).balance ?? 0);
}

/** Address in a topic, as statements spell it. */
function addressIn(topic: string): string {
  return toChecksumAddress(`0x${topic.slice(-40)}`);
}

/** Movement of TRX by a transaction of TRON: a transfer, and the fee that its owner paid. */
async function readTronMoves(url: string, txHash: string): Promise<MovesOnChain | undefined> {
  const Info = z.object({ blockNumber: z.int().optional(), fee: z.int().default(0) });
  const Value = z.object({
    owner_address: z.string(),
    to_address: z.string().optional(),
    amount: z.int().default(0),
  });
  const Contract = z.object({ type: z.string(), parameter: z.object({ value: Value }) });
  const Transaction = z.object({
    ret: z.array(z.object({ contractRet: z.string().optional() })).default([]),
    raw_data: z.object({ contract: z.array(Contract) }),
  });
  const body = { value: txHash, visible: true };
  const { blockNumber, fee } = Info.parse(await post(`${url}/wallet/gettransactioninfobyid`, body));
  if (blockNumber === undefined) return undefined;
  const { ret, raw_data: data } = Transaction.parse(await post(`${url}/wallet/gettransactionbyid`, body));
  const moves = data.contract.flatMap(({ type, parameter: { value } }) => [
    // One that failed cost its fee and moved nothing.
    ...(type === 'TransferContract' && ret[0]?.contractRet === 'SUCCESS'
      ? [{ from: value.owner_address, to: value.to_address ?? null, units: BigInt(value.amount) }]
      : []),
    { from: value.owner_address, to: null, units: BigInt(fee) },
  ]);
  return { blockHeight: blockNumber, moves };
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
