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
  return {
    status: 'mined',
    blockHeight: info.blockNumber,
    isFinal: api === 'walletsolidity',
    // A plain TRX transfer has no receipt.result; its contractRet counts.
    succeeded: info.result !== 'FAILED' && transaction.ret?.[0]?.contractRet === 'SUCCESS',
    feeCurrency: 'TRX',
    feeUnits: BigInt(info.fee),
  };
}
