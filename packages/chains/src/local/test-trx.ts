import { TronWeb } from 'tronweb';
import { FAUCET_PRIVATE_KEY } from './tron-node/index.ts';

/** Sends test TRX to an address, in sun; returns the transaction id. */
export async function sendTestTrx(rpcUrl: string, address: string, units: bigint): Promise<string> {
  const tronWeb = new TronWeb({ fullHost: rpcUrl, privateKey: FAUCET_PRIVATE_KEY });
  const sent = await tronWeb.trx.sendTransaction(address, Number(units));
  if (!sent.result)
    throw new Error(`The TRON development node refused the transfer: ${JSON.stringify(sent)}`);
  return sent.txid;
}
