import type { TronWeb } from 'tronweb';
import type { SignedTransfer } from '../chain.ts';
import type { NetworkKeys, Signature } from '../keys/key-tree.ts';

/** Bytes of the id of a reference block that a transaction names (TRON's TAPOS). */
const REFERENCE_BYTES = [12, 16] as const;
const REFERENCE_HASH = [16, 32] as const;
/** Base of the recovery id, which tells which of the two possible keys signed. */
const RECOVERY_BASE = 27;

interface TrxTransfer {
  readonly sender: string;
  readonly to: string;
  readonly units: bigint;
  /** The id of a solid block. */
  readonly reference: string;
  readonly chainTimeMs: number;
  readonly expiresAt: number;
}

/** Builds a TRX transfer and has it signed. No node is asked. */
export async function signTransfer(
  tronWeb: TronWeb,
  transfer: TrxTransfer,
  { keys, index, subject }: { keys: NetworkKeys; index: number; subject: string | null },
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
  const payload = new Uint8Array(Buffer.from(transaction.raw_data_hex, 'hex'));
  const signature = toHexSignature(await keys.sign({ kind: 'transaction', index, payload, subject }));
  const signed = { ...transaction, signature: [signature] };
  return { txHash: signed.txID, sender, raw: JSON.stringify(signed), nonce: null, expiresAt };
}

/** r, s and v as hex, with v as 27 or 28. */
export function toHexSignature(signature: Signature): string {
  const bytes = Buffer.from(signature);
  bytes[bytes.length - 1] = RECOVERY_BASE + (bytes.at(-1) ?? 0);
  return bytes.toString('hex');
}
