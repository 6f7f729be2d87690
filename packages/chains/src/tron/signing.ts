import { type TronWeb, utils } from 'tronweb';
import type { SignedTransfer } from '../chain.ts';

/** Where the bytes of a reference block that a transaction names stand in the block's id (TRON's TAPOS). */
const REFERENCE_BYTES = [12, 16] as const;
const REFERENCE_HASH = [16, 32] as const;

interface TrxTransfer {
  readonly sender: string;
  readonly to: string;
  readonly units: bigint;
  /** The id of a solid block. */
  readonly reference: string;
  readonly chainTimeMs: number;
  readonly expiresAt: number;
}

/** Builds and signs a TRX transfer. No node is asked. */
export async function signTransfer(
  tronWeb: TronWeb,
  transfer: TrxTransfer,
  privateKey: Uint8Array,
): Promise<SignedTransfer> {
  const { sender, to, units, reference, chainTimeMs, expiresAt } = transfer;
  const transaction = await tronWeb.transactionBuilder.sendTrx(to, Number(units), sender, {
    blockHeader: {
      ref_block_bytes: reference.slice(...REFERENCE_BYTES),
      ref_block_hash: reference.slice(...REFERENCE_HASH),
      timestamp: chainTimeMs,
      expiration: expiresAt,
    },
  });
  const signed = utils.crypto.signTransaction(privateKey, transaction);
  return { txHash: signed.txID, sender, raw: JSON.stringify(signed), nonce: null, expiresAt };
}
