// The JSON that java-tron's servlets answer with: what is zero or empty is left out, as its protobuf printer does.
import { TronWeb } from 'tronweb';
import { PAYER_CONTRACT } from './contract.ts';
import { CHAIN_PARAMETERS, type Internal } from './ledger.ts';
import type { Block, Included, TronNodeState } from './node-state.ts';
import { hashEntry } from './protocol.ts';
import { type Contract, getContract, getContractAddress } from './transaction.ts';

export function presentBlock(
  state: TronNodeState,
  block: Block,
  visible: boolean,
  withTransactions = true,
): object {
  const transactions = block.transactions.map(({ txID }) =>
    presentTransaction(state.included.get(txID), visible),
  );
  const { number, timestamp, version, txTrieRoot, witnessAddress, parentHash } = block;
  return {
    blockID: block.id,
    block_header: {
      raw_data: {
        ...(number === 0 ? {} : { number, timestamp, version }),
        txTrieRoot,
        witness_address: shown(witnessAddress, visible),
        parentHash,
      },
      ...(number === 0 ? {} : { witness_signature: state.signHeader(block) }),
    },
    ...(withTransactions && transactions.length > 0 ? { transactions } : {}),
  };
}

export function presentTransaction(
  included: Pick<Included, 'transaction' | 'effect'> | undefined,
  visible: boolean,
): object {
  if (included === undefined) return {};
  const { transaction, effect } = included;
  const contract = transaction.raw_data.contract.map((one) => presentContract(one, visible));
  return {
    ret: [{ contractRet: effect.contractRet }],
    ...transaction,
    raw_data: { ...transaction.raw_data, contract },
  };
}

function presentContract(contract: Contract, visible: boolean): object {
  const { type_url, value } = contract.parameter;
  const owner_address = shown(value.owner_address, visible);
  if (contract.type === 'TransferContract') {
    const { amount, to_address } = contract.parameter.value;
    const transfer = { amount, owner_address, to_address: shown(to_address, visible) };
    return { type: contract.type, parameter: { type_url, value: transfer } };
  }
  if (contract.type === 'CreateSmartContract')
    return { type: contract.type, parameter: { type_url, value: { ...value, owner_address } } };
  const { contract_address, call_value, data } = contract.parameter.value;
  const call = {
    owner_address,
    contract_address: shown(contract_address, visible),
    ...(call_value > 0 ? { call_value } : {}),
    ...(data === '' ? {} : { data }),
  };
  return { type: contract.type, parameter: { type_url, value: call } };
}

/** Words of java-tron's virtual machine, which receipts have in hex. */
const FAILURES = {
  REVERT: 'REVERT opcode executed',
  OUT_OF_ENERGY: `Not enough energy for 'PUSH1' operation executing`,
};

export function presentInfo(included: Included | undefined, visible: boolean): object {
  if (included === undefined) return {};
  const { transaction, block, effect } = included;
  const { feeSun, netFeeSun, netUsage, energyFeeSun, energyUsage, contractRet, internal } = effect;
  const contract = getContract(transaction);
  const isCall = contract.type !== 'TransferContract';
  return {
    id: transaction.txID,
    ...(feeSun > 0 ? { fee: feeSun } : {}),
    blockNumber: block.number,
    blockTimeStamp: block.timestamp,
    contractResult: [''],
    ...(isCall ? { contract_address: shown(getContractAddress(transaction), visible) } : {}),
    receipt: {
      ...(energyFeeSun > 0 ? { energy_fee: energyFeeSun, energy_usage_total: energyUsage } : {}),
      ...(netFeeSun > 0 ? { net_fee: netFeeSun } : {}),
      ...(netUsage > 0 ? { net_usage: netUsage } : {}),
      // A plain transfer has no result here.
      ...(isCall ? { result: contractRet } : {}),
    },
    ...(contractRet === 'SUCCESS'
      ? {}
      : { result: 'FAILED', resMessage: Buffer.from(FAILURES[contractRet]).toString('hex') }),
    ...(internal.length > 0
      ? {
          internal_transactions: internal.map((entry, index) =>
            presentInternal(entry, { hash: hashEntry(transaction.txID, index), visible }),
          ),
        }
      : {}),
  };
}

function presentInternal(
  { from, to, amountSun, note, rejected, tokenId }: Internal,
  { hash, visible }: { hash: string; visible: boolean },
): object {
  const value = amountSun === 0 ? {} : { callValue: amountSun };
  return {
    hash,
    caller_address: shown(from, visible),
    transferTo_address: shown(to, visible),
    // The first value is always of TRX; those of tokens follow it.
    callValueInfo: tokenId === undefined ? [value] : [{}, { ...value, tokenId }],
    note: Buffer.from(note).toString('hex'),
    ...(rejected === true ? { rejected } : {}),
  };
}

/** An account of the solidified chain, or as what waits will leave it. */
export function presentAccount(
  state: TronNodeState,
  address: string,
  { isSolid, visible }: { isSolid: boolean; visible: boolean },
): object {
  const account = state.ledger.find(address);
  if (account === undefined || (isSolid && account.createdAt > state.solid.timestamp)) return {};
  const balance = isSolid ? state.balanceAt(address, state.solid.number) : account.balanceSun;
  const keys = [{ address: shown(address, visible), weight: 1 }];
  return {
    address: shown(address, visible),
    ...(address === PAYER_CONTRACT ? { type: 'Contract' } : {}),
    ...(balance > 0 ? { balance } : {}),
    create_time: account.createdAt,
    account_resource: {},
    owner_permission: { permission_name: 'owner', threshold: 1, keys },
    active_permission: [{ type: 'Active', id: 2, permission_name: 'active', threshold: 1, keys }],
    frozenV2: [{}, { type: 'ENERGY' }, { type: 'TRON_POWER' }],
  };
}

/** Totals of the network, as on the main network. */
const TOTALS = { TotalNetLimit: 43_200_000_000, TotalNetWeight: 26_000_000_000 };
const ENERGY_TOTALS = { TotalEnergyLimit: 180_000_000_000, TotalEnergyWeight: 19_000_000_000 };

export function presentResources(state: TronNodeState, address: string, nowMs: number): object {
  const net = presentAccountNet(state, address, nowMs);
  return 'freeNetLimit' in net ? { ...net, ...ENERGY_TOTALS } : {};
}

export function presentAccountNet(state: TronNodeState, address: string, nowMs: number): object {
  if (state.ledger.find(address) === undefined) return {};
  const freeNetUsed = state.ledger.freeNetUsed(address, nowMs);
  const { getFreeNetLimit: freeNetLimit } = CHAIN_PARAMETERS;
  return { ...(freeNetUsed > 0 ? { freeNetUsed } : {}), freeNetLimit, ...TOTALS };
}

function shown(address: string, visible: boolean): string {
  return visible ? TronWeb.address.fromHex(address) : address;
}
