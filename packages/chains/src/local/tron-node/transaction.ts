// Transactions as wallets send them to java-tron's BroadcastServlet, and what the node makes of them: the bytes, the id and the signer.
import { TronWeb, Trx, utils } from 'tronweb';
import { z } from 'zod';
import { invalid, Refused } from './refused.ts';

const parameter = <Value extends z.ZodType>(value: Value) => z.object({ type_url: z.string(), value });

const TransferContract = z.object({
  type: z.literal('TransferContract'),
  parameter: parameter(z.object({ amount: z.number(), owner_address: z.string(), to_address: z.string() })),
});
const TriggerSmartContract = z.object({
  type: z.literal('TriggerSmartContract'),
  parameter: parameter(
    z.object({
      owner_address: z.string(),
      contract_address: z.string(),
      call_value: z.number().default(0),
      data: z.string().default(''),
    }),
  ),
});

/** The bytecode is the call that the constructor makes: the node runs no code. */
const CreateSmartContract = z.object({
  type: z.literal('CreateSmartContract'),
  parameter: parameter(
    z.object({
      owner_address: z.string(),
      new_contract: z.looseObject({ bytecode: z.string(), call_value: z.number().default(0) }),
    }),
  ),
});

const Body = z.object({
  // The node reads neither of the two: it makes the bytes and their hash itself.
  txID: z.string().optional(),
  raw_data_hex: z.string().optional(),
  signature: z.array(z.string()).default([]),
  raw_data: z.object({
    ref_block_bytes: z.string(),
    ref_block_hash: z.string(),
    expiration: z.number(),
    timestamp: z.number().optional(),
    fee_limit: z.number().optional(),
    data: z.string().optional(),
    contract: z.array(z.union([TransferContract, TriggerSmartContract, CreateSmartContract])).length(1),
  }),
});

/** A signed transaction with the id and the bytes that the node found; addresses are hex. */
export interface SignedTransaction extends z.infer<typeof Body> {
  readonly txID: string;
  readonly raw_data_hex: string;
}
export type Contract = SignedTransaction['raw_data']['contract'][number];

/**
 * Reads a transaction as it was sent.
 *
 * @throws Refused CONTRACT_VALIDATE_ERROR when it is of a kind that the node does not know
 */
export function readTransaction(input: unknown): SignedTransaction {
  const parsed = Body.safeParse(input);
  if (!parsed.success)
    // Of any other form java-tron finds no contract in it.
    throw invalid('No contract!');
  const transaction = withHexAddresses(parsed.data);
  try {
    const bytes: unknown = utils.transaction.txJsonToPb(transaction);
    return {
      ...transaction,
      signature: transaction.signature.map((one) => one.toLowerCase()),
      txID: utils.transaction.txPbToTxID(bytes).replace(/^0x/, ''),
      raw_data_hex: utils.transaction.txPbToRawDataHex(bytes).toLowerCase(),
    };
  } catch (error) {
    throw new Refused('OTHER_ERROR', `The transaction cannot be encoded: ${String(error)}`);
  }
}

export function getContract(transaction: SignedTransaction): Contract {
  const [contract] = transaction.raw_data.contract;
  if (contract === undefined) throw invalid('No contract!');
  return contract;
}

/** Address of the contract that a transaction calls, or makes: by the id of the transaction, as java-tron derives it. */
export function getContractAddress(transaction: SignedTransaction): string {
  const { type, parameter } = getContract(transaction);
  if (type === 'TriggerSmartContract') return parameter.value.contract_address;
  return `41${transaction.txID.slice(-40)}`;
}

/**
 * Returns true when the owner signed exactly these bytes.
 *
 * @throws Refused SIGERROR
 */
export function assertSigned(transaction: SignedTransaction): void {
  const refuse = (): Refused => new Refused('SIGERROR', 'Validate signature error: miss sig or weight');
  const { owner_address } = getContract(transaction).parameter.value;
  let signer: unknown;
  try {
    // tronweb's own type wants fields that java-tron does not require; the id and the signature are there.
    signer = Trx.ecRecover(transaction as unknown as Parameters<typeof Trx.ecRecover>[0]);
  } catch {
    // A signature of another length, or a point that is on no curve.
    throw refuse();
  }
  if (typeof signer !== 'string' || TronWeb.address.toHex(signer) !== owner_address) throw refuse();
}

/** With `visible` the addresses came in base58. */
function withHexAddresses(body: z.infer<typeof Body>): z.infer<typeof Body> {
  const hex = (address: string): string =>
    address.startsWith('T') ? TronWeb.address.toHex(address) : address.toLowerCase();
  const contract = body.raw_data.contract.map((one): Contract => {
    const owner_address = hex(one.parameter.value.owner_address);
    if (one.type === 'TransferContract') {
      const value = {
        ...one.parameter.value,
        owner_address,
        to_address: hex(one.parameter.value.to_address),
      };
      return { ...one, parameter: { ...one.parameter, value } };
    }
    if (one.type === 'CreateSmartContract')
      return { ...one, parameter: { ...one.parameter, value: { ...one.parameter.value, owner_address } } };
    const contract_address = hex(one.parameter.value.contract_address);
    return {
      ...one,
      parameter: { ...one.parameter, value: { ...one.parameter.value, owner_address, contract_address } },
    };
  });
  return { ...body, raw_data: { ...body.raw_data, contract } };
}
