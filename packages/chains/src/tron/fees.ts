import { TronWeb } from 'tronweb';
import type { SendQuote } from '../chain.ts';
import type { TronHttp } from './http.ts';
import { TronAccountName, TronAccountNet, TronChainParameters } from './messages.ts';

/** Bytes of a signed TRX transfer as bandwidth counts them, with room to spare. */
const TRANSFER_BYTES_MAX = 300n;

/**
 * The most that a transfer costs, in sun, by the chain's own parameters of this moment. Bandwidth is free up to a daily allowance;
 * beyond it, and to open the receiver's account, TRX is burnt.
 */
export async function estimateFee(
  node: TronHttp,
  sender: string,
  to: string,
): Promise<Pick<SendQuote, 'feeMaxUnits' | 'opensAccount'>> {
  const price = await readPrices(node);
  const receiver = await node.ask(TronAccountName, 'wallet/getaccount', {
    address: TronWeb.address.toHex(to),
  });
  if (receiver.address === undefined) {
    const feeMaxUnits = price('getCreateNewAccountFeeInSystemContract') + price('getCreateAccountFee');
    return { feeMaxUnits, opensAccount: true };
  }
  const net = await node.ask(TronAccountNet, 'wallet/getaccountnet', {
    address: TronWeb.address.toHex(sender),
  });
  const free = BigInt(Math.max(net.freeNetLimit - net.freeNetUsed, net.NetLimit - net.NetUsed));
  const feeMaxUnits = free >= TRANSFER_BYTES_MAX ? 0n : TRANSFER_BYTES_MAX * price('getTransactionFee');
  return { feeMaxUnits, opensAccount: false };
}

async function readPrices(node: TronHttp): Promise<(key: string) => bigint> {
  const { chainParameter } = await node.ask(TronChainParameters, 'wallet/getchainparameters', {}, 'get');
  const parameters = new Map(chainParameter.map(({ key, value }) => [key, BigInt(value ?? 0)]));
  return (key) => parameters.get(key) ?? 0n;
}
