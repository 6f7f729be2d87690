// Transfers of TRX in a TRON transaction. Pure: java-tron's messages in, transfers out.
import { TronWeb } from 'tronweb';
import type { BlockId, IncomingTransfer } from '../chain.ts';
import { TransferValue, type TronBlock, type TronTransaction, type TronTransactionInfo } from './messages.ts';

const SUCCESS = 'SUCCESS';

export function getId(block: TronBlock): BlockId {
  const { number: height, parentHash } = block.block_header.raw_data;
  return { height, hash: block.blockID, parentHash };
}

/** Returns true when a transaction called a contract, and the chain carried the call out. */
export function isSuccessfulCall(transaction: TronTransaction): boolean {
  const [contract] = transaction.raw_data.contract;
  return contract?.type === 'TriggerSmartContract' && transaction.ret?.[0]?.contractRet === SUCCESS;
}

/**
 * The TRX transfers of a transaction: a TransferContract that succeeded, or the internal transfers of a contract
 * call that did, as exchanges pay out. No other type of contract counts, look-alike TRC-10 tokens among them. Internal
 * transfers are counted from 1 in the order of the chain.
 */
export function toTransfers(
  block: TronBlock,
  transaction: TronTransaction,
  info: TronTransactionInfo | undefined,
): IncomingTransfer[] {
  const place = {
    txHash: transaction.txID,
    blockHeight: block.block_header.raw_data.number,
    blockHash: block.blockID,
  };
  if (isSuccessfulCall(transaction)) {
    return info?.receipt?.result === SUCCESS
      ? internalTransfers(info).map((one) => ({ ...one, ...place }))
      : [];
  }
  const [contract] = transaction.raw_data.contract;
  if (contract?.type !== 'TransferContract' || transaction.ret?.[0]?.contractRet !== SUCCESS) return [];
  const value = TransferValue.safeParse(contract.parameter.value);
  if (!value.success) return [];
  const { owner_address, to_address, amount } = value.data;
  return [
    { ...place, logIndex: 0, from: toBase58(owner_address), to: toBase58(to_address), units: BigInt(amount) },
  ];
}

type Internal = Pick<IncomingTransfer, 'logIndex' | 'from' | 'to' | 'units'>;

function internalTransfers(info: TronTransactionInfo): Internal[] {
  return info.internal_transactions
    .flatMap(({ caller_address, transferTo_address, callValueInfo, rejected }) =>
      callValueInfo.map(({ callValue, tokenId }) => ({
        from: caller_address,
        to: transferTo_address,
        units: BigInt(callValue),
        isTrx: !rejected && tokenId === undefined,
      })),
    )
    .map((one, index) => ({ ...one, logIndex: index + 1 }))
    .filter(({ isTrx, units }) => isTrx && units > 0n)
    .map(({ logIndex, from, to, units }) => ({ logIndex, from: toBase58(from), to: toBase58(to), units }));
}

function toBase58(hex: string): string {
  return TronWeb.address.fromHex(hex);
}
