import { SigningKey, type Transaction } from 'ethers';
import type { SignedTransfer } from '../chain.ts';
import type { GasFees } from './fees.ts';

/** Signs a transaction; its chain id is in what is signed (EIP-155), so that no other chain takes it. */
export function signTransaction(
  transaction: Transaction,
  privateKey: Uint8Array,
): Omit<SignedTransfer, 'sender'> {
  transaction.signature = new SigningKey(privateKey).sign(transaction.unsignedHash);
  const { hash, serialized, nonce } = transaction;
  if (hash === null) throw new Error('The transaction was not signed.');
  return { txHash: hash, raw: serialized, nonce, expiresAt: null };
}

/** The fees that a transaction carries. */
export function feesOf({ type, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Transaction): GasFees {
  return type === 2
    ? { type, maxFeePerGas: maxFeePerGas ?? 0n, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n }
    : { type: 0, gasPrice: gasPrice ?? 0n };
}
