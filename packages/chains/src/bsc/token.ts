import { toChecksumAddress } from '@glasspool/core';
import { Interface, type Log } from 'ethers';
import type { IncomingTransfer } from '../chain.ts';

/** The part of BEP20 that the pool uses. */
export const TOKEN = new Interface([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function decimals() view returns (uint8)',
]);
export const TRANSFER_TOPIC = TOKEN.getEvent('Transfer')?.topicHash ?? '';

/** A log as a transfer, or undefined when it is not exactly a Transfer event of more than zero of the token of this contract. */
export function toTransfer(log: Log, contract: string): IncomingTransfer | undefined {
  const isTransfer =
    log.address.toLowerCase() === contract.toLowerCase() &&
    log.topics[0] === TRANSFER_TOPIC &&
    log.topics.length === 3 &&
    log.data.length === 2 + 64 &&
    !log.removed;
  const recipient = log.topics[2];
  if (!isTransfer || recipient === undefined) return undefined;
  const units = BigInt(log.data);
  if (units === 0n) return undefined;
  return {
    txHash: log.transactionHash,
    logIndex: log.index,
    to: toChecksumAddress(`0x${recipient.slice(-40)}`),
    units,
    blockHeight: log.blockNumber,
    blockHash: log.blockHash,
  };
}
