import type {
  BlockId,
  Chain,
  ChainHead,
  Impossibility,
  IncomingTransfer,
  SendQuote,
  SignedTransfer,
  TransactionOutcome,
  TransferIntent,
} from '@glasspool/chains';
import {
  CURRENCY_OF,
  type LedgerCurrency,
  type Network,
  toChecksumAddress,
  tronAddressFromBytes,
} from '@glasspool/core';

const FINALITY_BLOCKS = 3;
const EXPIRATION_BLOCKS = 20;

interface SimTransaction {
  readonly txHash: string;
  readonly to: string;
  readonly units: bigint;
  readonly nonce: number | null;
  readonly blockHeight: number;
  readonly succeeded: boolean;
}

/**
 * A chain in memory for tests of the pool's rules, with faults that a real node does not give on demand. It mines only when
 * told to. The adapters have their own tests against real nodes, and the whole story runs on those.
 */
export class SimChain implements Chain {
  readonly network: Network;
  readonly forbiddenPayees: readonly string[] = [];
  readonly feeUnits: bigint;
  /** Set to make every broadcast disappear on its way. */
  dropsBroadcasts = false;
  /** Set to make transfers of the treasury fail on chain. */
  failsTransfers = false;
  readonly broadcasts: string[] = [];
  #height = FINALITY_BLOCKS;
  #serial = 0;
  readonly #balances = new Map<string, bigint>();
  readonly #pending: SimTransaction[] = [];
  readonly #mined: SimTransaction[] = [];
  #gasUnits = 0n;

  constructor(network: Network, feeUnits = 0n) {
    this.network = network;
    this.feeUnits = feeUnits;
  }

  get currency(): 'USDT' | 'TRX' {
    return CURRENCY_OF[this.network];
  }

  /** Sends tokens from outside; they are in the next block. */
  deposit(to: string, units: bigint): string {
    const txHash = this.#nextHash();
    this.#pending.push({ txHash, to, units, nonce: null, blockHeight: 0, succeeded: true });
    return txHash;
  }

  fundGas(units: bigint): void {
    this.#gasUnits += units;
  }

  mine(blocks = 1): void {
    for (let block = 0; block < blocks; block += 1) {
      this.#height += 1;
      for (const transaction of this.#pending.splice(0)) this.#include(transaction);
    }
  }

  /** Mines until everything so far is final. */
  finalize(): void {
    this.mine(FINALITY_BLOCKS + 1);
  }

  async assertAllowedNetwork(): Promise<void> {}

  addressOf(index: number): string {
    const bytes = Buffer.alloc(20, this.network === 'BSC' ? 0xb5 : 0x70);
    bytes.writeUInt32BE(index, 16);
    return this.network === 'BSC'
      ? toChecksumAddress(`0x${bytes.toString('hex')}`)
      : tronAddressFromBytes(bytes);
  }

  async getHead(): Promise<ChainHead> {
    return { height: this.#height, finalizedHeight: this.#height - FINALITY_BLOCKS };
  }

  async findBlock(height: number): Promise<BlockId | undefined> {
    if (height > this.#height) return undefined;
    return { height, hash: `block-${height}`, parentHash: `block-${height - 1}` };
  }

  async listTransfers(
    range: { from: number; to: number },
    isWatched: (address: string) => boolean,
  ): Promise<IncomingTransfer[]> {
    return this.#mined
      .filter(
        (one) =>
          one.blockHeight >= range.from && one.blockHeight <= range.to && one.succeeded && isWatched(one.to),
      )
      .map(toIncoming);
  }

  async findFinalTransfer(event: { txHash: string }): Promise<IncomingTransfer | undefined> {
    const found = this.#mined.find((one) => one.txHash === event.txHash && one.succeeded);
    return found !== undefined && found.blockHeight <= this.#height - FINALITY_BLOCKS
      ? toIncoming(found)
      : undefined;
  }

  async getBalanceUnits(address: string, currency: LedgerCurrency): Promise<bigint> {
    return currency === 'BNB' ? this.#gasUnits : (this.#balances.get(address) ?? 0n);
  }

  async quoteSend(): Promise<SendQuote> {
    const treasuryUnits = await this.getBalanceUnits(this.addressOf(0), this.currency);
    const isBsc = this.network === 'BSC';
    return {
      feeCurrency: isBsc ? 'BNB' : 'TRX',
      feeMaxUnits: this.feeUnits,
      treasuryUnits,
      treasuryFeeUnits: isBsc ? this.#gasUnits : treasuryUnits,
    };
  }

  async getTreasuryNonce(): Promise<number | null> {
    return this.network === 'BSC' ? this.#mined.filter((one) => one.nonce !== null).length : null;
  }

  async signTransfer(intent: TransferIntent & { nonce: number | null }): Promise<SignedTransfer> {
    const txHash = this.#nextHash();
    const raw = JSON.stringify({ txHash, to: intent.to, units: String(intent.units), nonce: intent.nonce });
    const expiresAt = this.network === 'TRON' ? this.#height + EXPIRATION_BLOCKS : null;
    return { txHash, sender: this.addressOf(0), raw, nonce: intent.nonce, expiresAt };
  }

  async broadcast(raw: string): Promise<string> {
    this.broadcasts.push(raw);
    const { txHash, to, units, nonce } = JSON.parse(raw);
    if (this.dropsBroadcasts) return 'timeout';
    if ([...this.#pending, ...this.#mined].some((one) => one.txHash === txHash)) return 'already known';
    this.#pending.push({
      txHash,
      to,
      units: BigInt(units),
      nonce,
      blockHeight: 0,
      succeeded: !this.failsTransfers,
    });
    return txHash;
  }

  async getOutcome(txHash: string): Promise<TransactionOutcome> {
    const found = this.#mined.find((one) => one.txHash === txHash);
    if (found === undefined) return { status: 'unknown' };
    return {
      status: 'mined',
      blockHeight: found.blockHeight,
      isFinal: found.blockHeight <= this.#height - FINALITY_BLOCKS,
      succeeded: found.succeeded,
      feeCurrency: this.network === 'BSC' ? 'BNB' : 'TRX',
      feeUnits: this.feeUnits,
    };
  }

  async findImpossibility(signed: readonly SignedTransfer[]): Promise<Impossibility | undefined> {
    const solidHeight = this.#height - FINALITY_BLOCKS;
    const isExpired = signed.every((one) => one.expiresAt !== null && one.expiresAt < solidHeight);
    return isExpired ? { reason: 'expired', solidHeight } : undefined;
  }

  #include(transaction: SimTransaction): void {
    const treasury = this.addressOf(0);
    const isOurs = this.broadcasts.some((raw) => raw.includes(transaction.txHash));
    if (isOurs && transaction.succeeded) this.#add(treasury, -transaction.units);
    if (isOurs && this.network === 'BSC') this.#gasUnits -= this.feeUnits;
    if (isOurs && this.network === 'TRON') this.#add(treasury, -this.feeUnits);
    if (transaction.succeeded) this.#add(transaction.to, transaction.units);
    this.#mined.push({ ...transaction, blockHeight: this.#height });
  }

  #add(address: string, units: bigint): void {
    this.#balances.set(address, (this.#balances.get(address) ?? 0n) + units);
  }

  #nextHash(): string {
    this.#serial += 1;
    return `${this.network.toLowerCase()}-tx-${this.#serial}`;
  }
}

function toIncoming(transaction: SimTransaction): IncomingTransfer {
  const { txHash, to, units, blockHeight } = transaction;
  return { txHash, logIndex: 0, to, units, blockHeight, blockHash: `block-${blockHeight}` };
}
