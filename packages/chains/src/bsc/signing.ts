import { getBytes, hexlify, Signature, type Transaction } from 'ethers';
import type { SignedTransfer } from '../chain.ts';
import type { NetworkKeys, Signature as RawSignature } from '../keys/key-tree.ts';
import type { GasFees } from './fees.ts';

/** Base of the recovery id, which tells which of the two possible keys signed, before EIP-155. */
const RECOVERY_BASE = 27;

/** Has a transaction signed; its chain id is in what is signed (EIP-155), so that no other chain takes it. */
export async function signTransaction(
  transaction: Transaction,
  keys: NetworkKeys,
  { index, subject }: { index: number; subject: string | null },
): Promise<Omit<SignedTransfer, 'sender'>> {
  const payload = getBytes(transaction.unsignedSerialized);
  transaction.signature = Signature.from(
    toHexSignature(await keys.sign({ kind: 'transaction', index, payload, subject })),
  );
  const { hash, serialized, nonce } = transaction;
  if (hash === null) throw new Error('The transaction was not signed.');
  return { txHash: hash, raw: serialized, nonce, expiresAt: null };
}

/** r, s and v as hex, with v as 27 or 28. */
export function toHexSignature(signature: RawSignature): string {
  const bytes = Uint8Array.from(signature);
  bytes[bytes.length - 1] = RECOVERY_BASE + (bytes.at(-1) ?? 0);
  return hexlify(bytes);
}

/** The fees that a transaction carries. */
export function getFees({ type, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Transaction): GasFees {
  return type === 2
    ? { type, maxFeePerGas: maxFeePerGas ?? 0n, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n }
    : { type: 0, gasPrice: gasPrice ?? 0n };
}
