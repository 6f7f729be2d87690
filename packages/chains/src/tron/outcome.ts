import type { TransactionOutcome } from '../chain.ts';
import type { TronHttp } from './http.ts';
import { TronTransactionById, TronTransactionInfo } from './messages.ts';

type Final = Extract<TransactionOutcome, { isFinal: true }>;
/** Outcome as one node tells it. */
type Outcome = { readonly status: 'unknown' } | (Omit<Final, 'isFinal'> & { readonly isFinal: boolean });

/** Returns the outcome of a transaction: `walletsolidity` answers for final blocks, `wallet` for all. */
export async function readOutcome(
  node: TronHttp,
  api: 'wallet' | 'walletsolidity',
  txHash: string,
): Promise<Outcome> {
  const info = await node.ask(TronTransactionInfo, `${api}/gettransactioninfobyid`, {
    value: txHash,
  });
  if (info.blockNumber === undefined) return { status: 'unknown' };
  const transaction = await node.ask(TronTransactionById, `${api}/gettransactionbyid`, {
    value: txHash,
  });
  // A node that has the receipt has the transaction: without it another machine behind the same address has answered.
  const result = transaction.ret?.[0]?.contractRet;
  if (transaction.txID !== txHash || result === undefined)
    throw new Error(`The TRON node has the receipt of ${txHash}, and not its result. It is asked again.`);
  return {
    status: 'mined',
    blockHeight: info.blockNumber,
    isFinal: api === 'walletsolidity',
    // A plain TRX transfer has no receipt.result; its contractRet counts.
    succeeded: info.result !== 'FAILED' && result === 'SUCCESS',
    feeCurrency: 'TRX',
    feeUnits: BigInt(info.fee),
  };
}
