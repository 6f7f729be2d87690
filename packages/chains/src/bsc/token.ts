import { toChecksumAddress } from '@glasspool/core';
import { Interface, type Log } from 'ethers';
import type { IncomingTransfer, TransferIntent } from '../chain.ts';

/** The part of BEP20 that the pool uses. */
export const TOKEN = new Interface([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function decimals() view returns (uint8)',
]);
export const TRANSFER_TOPIC = TOKEN.getEvent('Transfer')?.topicHash ?? '';

/** The call that makes a transfer: the token's function, or, for coins, a plain transfer. */
export function getCall(
  { currency, to, units, data = '0x' }: TransferIntent,
  contract: string,
): { to: string; value: bigint; data: string } {
  if (currency === 'BNB') return { to, value: units, data };
  if (currency !== 'USDT') throw new RangeError(`BSC sends no ${currency}.`);
  return { to: contract, value: 0n, data: TOKEN.encodeFunctionData('transfer', [to, units]) };
}

/** An event as the adapter reads it, whichever call it came from. */
export type TokenLog = Pick<
  Log,
  'address' | 'topics' | 'data' | 'transactionHash' | 'blockNumber' | 'blockHash' | 'removed'
>;

/** Transfers in the events of one receipt, in their order: exactly the Transfer events of more than zero of the token of this contract. */
export function toTransfers(logs: readonly TokenLog[], contract: string): IncomingTransfer[] {
  return logs.flatMap((log, place) => toTransfer(log, place, contract) ?? []);
}

function toTransfer(log: TokenLog, place: number, contract: string): IncomingTransfer | undefined {
  const isTransfer =
    log.address.toLowerCase() === contract.toLowerCase() &&
    log.topics[0] === TRANSFER_TOPIC &&
    log.topics.length === 3 &&
    log.data.length === 2 + 64 &&
    !log.removed;
  const [, payer, recipient] = log.topics;
  if (!isTransfer || payer === undefined || recipient === undefined) return undefined;
  const units = BigInt(log.data);
  if (units === 0n) return undefined;
  return {
    txHash: log.transactionHash,
    entry: `log/${place}`,
    from: addressIn(payer),
    to: addressIn(recipient),
    units,
    blockHeight: log.blockNumber,
    blockHash: log.blockHash,
  };
}

/** An address as an indexed parameter: the last 20 of its 32 bytes. */
function addressIn(topic: string): string {
  return toChecksumAddress(`0x${topic.slice(-40)}`);
}
