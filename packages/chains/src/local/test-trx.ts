import { TronWeb } from 'tronweb';
import { FAUCET_PRIVATE_KEY, PAYER_CONTRACT } from './tron-node/index.ts';

/** Equal payments of one moment are one transaction to TRON, unless they expire at different times. */
const EXPIRATIONS = 60_000;
const EXPIRATION_MS = 60_000;
let sent = 0;

/** Sends test TRX to an address, in sun; returns the transaction id. */
export async function sendTestTrx(rpcUrl: string, address: string, units: bigint): Promise<string> {
  const tronWeb = new TronWeb({ fullHost: rpcUrl, privateKey: FAUCET_PRIVATE_KEY });
  sent += 1;
  const own = sent % EXPIRATIONS;
  const { transactionBuilder, trx } = tronWeb;
  // Built here: its own expiration cannot be given to a transaction that the node built.
  const { block_header: head, blockID: id } = await trx.getCurrentBlock();
  const timestamp = head.raw_data.timestamp;
  const payment = await transactionBuilder.sendTrx(
    address,
    Number(units),
    tronWeb.defaultAddress.base58 || undefined,
    {
      blockHeader: {
        ref_block_bytes: id.slice(12, 16),
        ref_block_hash: id.slice(16, 32),
        timestamp,
        expiration: timestamp + EXPIRATION_MS + own,
      },
    },
  );
  const answer = await trx.sendRawTransaction(await trx.sign(payment));
  if (!answer.result)
    throw new Error(`The TRON development node refused the transfer: ${JSON.stringify(answer)}`);
  return payment.txID;
}

const FEE_LIMIT_SUN = 10_000_000;

/**
 * Pays test TRX through a contract, in an internal transfer, as exchanges do; returns the transaction id. With more to pay than is
 * sent along, the call reverts. Another function of the contract leaves another entry in the receipt (packages/chains/src/local/tron-node/contract.ts).
 */
export async function sendTestTrxByContract(
  rpcUrl: string,
  address: string,
  payment: { units: bigint; sentUnits: bigint; name?: string },
): Promise<string> {
  const tronWeb = new TronWeb({ fullHost: rpcUrl, privateKey: FAUCET_PRIVATE_KEY });
  const transaction = await buildCall(tronWeb, address, payment);
  return sendSigned(tronWeb, await tronWeb.trx.sign(transaction));
}

/** Pays test TRX in the constructor of a contract; returns the transaction id. */
export async function sendTestTrxByConstructor(
  rpcUrl: string,
  address: string,
  units: bigint,
): Promise<string> {
  const tronWeb = new TronWeb({ fullHost: rpcUrl, privateKey: FAUCET_PRIVATE_KEY });
  const call = await buildCall(tronWeb, address, { units, sentUnits: 0n });
  const [contract] = call.raw_data.contract;
  const transaction = await tronWeb.transactionBuilder.createSmartContract(
    {
      abi: [{ type: 'constructor', stateMutability: 'payable', inputs: [] }],
      // The node takes the data of a call for the code of the constructor.
      bytecode: contract?.parameter.value.data ?? '',
      callValue: Number(units),
      feeLimit: FEE_LIMIT_SUN,
      name: 'payer',
      originEnergyLimit: 1,
    },
    tronWeb.defaultAddress.base58 || undefined,
  );
  return sendSigned(tronWeb, await tronWeb.trx.sign(transaction));
}

async function buildCall(
  tronWeb: TronWeb,
  address: string,
  { units, sentUnits, name = 'pay' }: { units: bigint; sentUnits: bigint; name?: string },
) {
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    PAYER_CONTRACT,
    `${name}(address,uint256)`,
    { callValue: Number(sentUnits), feeLimit: FEE_LIMIT_SUN, txLocal: true },
    [
      { type: 'address', value: address },
      { type: 'uint256', value: String(units) },
    ],
  );
  return transaction;
}

type Signed = Parameters<TronWeb['trx']['sendRawTransaction']>[0];

async function sendSigned(tronWeb: TronWeb, signed: Signed): Promise<string> {
  const sent = await tronWeb.trx.sendRawTransaction(signed);
  if (!sent.result) throw new Error(`The TRON development node refused the call: ${JSON.stringify(sent)}`);
  return signed.txID;
}
