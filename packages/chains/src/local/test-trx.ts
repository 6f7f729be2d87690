import { FAUCET_PRIVATE_KEY, PAYER_CONTRACT } from '@glasspool/tron-node';
import { TronWeb } from 'tronweb';

/** Sends test TRX to an address, in sun; returns the transaction id. */
export async function sendTestTrx(rpcUrl: string, address: string, units: bigint): Promise<string> {
  const tronWeb = new TronWeb({ fullHost: rpcUrl, privateKey: FAUCET_PRIVATE_KEY });
  const sent = await tronWeb.trx.sendTransaction(address, Number(units));
  if (!sent.result)
    throw new Error(`The TRON development node refused the transfer: ${JSON.stringify(sent)}`);
  return sent.txid;
}

const FEE_LIMIT_SUN = 10_000_000;

/**
 * Pays test TRX through a contract, in an internal transfer, as exchanges do; returns the transaction id. With more to pay than is
 * sent along, the call reverts.
 */
export async function sendTestTrxByContract(
  rpcUrl: string,
  address: string,
  payment: { units: bigint; sentUnits: bigint },
): Promise<string> {
  const tronWeb = new TronWeb({ fullHost: rpcUrl, privateKey: FAUCET_PRIVATE_KEY });
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    PAYER_CONTRACT,
    'pay(address,uint256)',
    { callValue: Number(payment.sentUnits), feeLimit: FEE_LIMIT_SUN, txLocal: true },
    [
      { type: 'address', value: address },
      { type: 'uint256', value: String(payment.units) },
    ],
  );
  const sent = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(transaction));
  if (!sent.result) throw new Error(`The TRON development node refused the call: ${JSON.stringify(sent)}`);
  return transaction.txID;
}
