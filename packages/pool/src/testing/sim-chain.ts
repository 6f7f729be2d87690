import type {
  Chain,
  SendQuote,
  Sent,
  SettledBalances,
  SignedContent,
  SignedTransfer,
  TransferIntent,
} from '@glasspool/chains';
import { EXPIRATION_BLOCKS, SimBlocks } from './sim-blocks.ts';
import type { SimTransaction } from './sim-holdings.ts';

/**
 * A chain in memory for tests of the pool's rules, with faults that a real node does not give on demand. It mines only when
 * told to. The adapters have their own tests against real nodes, and the whole story runs on those.
 */
export class SimChain extends SimBlocks implements Chain {
  async quoteSend(intent: TransferIntent): Promise<SendQuote> {
    const sender = this.deriveAddress(intent.fromIndex);
    const feeCurrency = this.feeCurrency;
    return {
      feeCurrency,
      feeMaxUnits: this.feeUnits,
      senderUnits: await this.getBalanceUnits(sender, intent.currency),
      senderFeeUnits: await this.getBalanceUnits(sender, feeCurrency),
      opensAccount: false,
    };
  }

  async getNonce(index: number, after: Sent = 'mined'): Promise<number | null> {
    if (this.network === 'TRON') return null;
    const from = this.deriveAddress(index);
    let next = this.mined.filter((one) => one.from === from).length;
    if (after === 'waiting')
      while (this.pending.some((one) => one.from === from && one.nonce === next)) next += 1;
    return next;
  }

  async signStatement(index: number, text: string): Promise<string> {
    return `${this.deriveAddress(index)} says: ${text}`;
  }

  async signTransfer(intent: TransferIntent & { nonce: number | null }): Promise<SignedTransfer> {
    const txHash = this.repeatedHash ?? this.nextHash();
    const { to, currency, nonce } = intent;
    const from = this.deriveAddress(intent.fromIndex);
    const expiresAt = this.network === 'TRON' ? this.height + EXPIRATION_BLOCKS : null;
    const raw = JSON.stringify({ txHash, from, to, currency, units: String(intent.units), nonce, expiresAt });
    return { txHash, sender: from, raw, nonce: intent.nonce, expiresAt };
  }

  async signReplacement(signed: SignedTransfer): Promise<SignedTransfer | undefined> {
    if (signed.nonce === null || this.replacementsLeft === 0) return undefined;
    this.replacementsLeft -= 1;
    const txHash = this.nextHash();
    return { ...signed, txHash, raw: JSON.stringify({ ...JSON.parse(signed.raw), txHash }) };
  }

  async signVoid(signed: SignedTransfer): Promise<SignedTransfer | undefined> {
    if (signed.nonce === null) return undefined;
    const txHash = this.nextHash();
    const nothing = { to: signed.sender, currency: 'BNB', units: '0', txHash };
    return { ...signed, txHash, raw: JSON.stringify({ ...JSON.parse(signed.raw), ...nothing }) };
  }

  async readSettledBalances(address: string): Promise<SettledBalances> {
    return { told: [{ height: this.height, units: this.getUnits(address, this.currency) }], enough: 1 };
  }

  readSigned(raw: string): SignedContent {
    const { to, currency, units } = JSON.parse(raw);
    return { to, currency, units: BigInt(units), feeMaxUnits: this.feeUnits };
  }

  async broadcast(raw: string): Promise<string> {
    this.broadcasts.push(raw);
    const { txHash, from, to, currency, units, nonce, expiresAt } = JSON.parse(raw);
    if (this.dropsBroadcasts) return 'timeout';
    if ([...this.pending, ...this.mined].some((one) => one.txHash === txHash)) return 'already known';
    if (this.hasExpired({ expiresAt })) return 'expired';
    const sameNonce = (one: SimTransaction): boolean =>
      nonce !== null && one.from === from && one.nonce === nonce;
    if (this.mined.some(sameNonce)) return 'nonce too low';
    // A waiting transaction is replaced: the fee was raised.
    const waiting = this.pending.findIndex(sameNonce);
    if (waiting >= 0) this.pending.splice(waiting, 1);
    this.pending.push({
      txHash,
      place: 0,
      from,
      to,
      currency,
      units: BigInt(units),
      nonce,
      expiresAt,
      blockHeight: 0,
      succeeded: !this.failsTransfers,
      feeUnits: 0n,
    });
    return txHash;
  }

  async proveBalances(): Promise<undefined> {}
}
