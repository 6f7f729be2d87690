import { TronWeb } from 'tronweb';

/** No node is asked: the reference block is given. */
const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:1' });
const REFERENCE = { ref_block_bytes: '0001', ref_block_hash: '0011223344556677' };

/** Unsigned bytes of a transfer of TRX, as hex, for tests of what signs them. Times in ms. */
export async function buildTrxTransfer(transfer: {
  sender: string;
  to: string;
  units: bigint;
  timeMs: number;
  expiresAt: number;
}): Promise<string> {
  const { sender, to, units, timeMs, expiresAt } = transfer;
  const blockHeader = { ...REFERENCE, timestamp: timeMs, expiration: expiresAt };
  const built = await tronWeb.transactionBuilder.sendTrx(to, Number(units), sender, { blockHeader });
  return built.raw_data_hex;
}
