import { z } from 'zod';
import { assertSendable } from '../assert-sendable.ts';
import type {
  Chain,
  SendQuote,
  SignedContent,
  SignedTransfer,
  SigningIntent,
  SigningReference,
  TransferIntent,
} from '../chain.ts';
import type { NetworkKeys } from '../keys/key-tree.ts';
import { describeNodeError } from '../node-words.ts';
import { deriveTronAddress } from './derive-address.ts';
import { estimateFee } from './fees.ts';
import { TronBlock } from './messages.ts';
import { signTransfer, toHexSignature } from './signing.ts';
import { readTransferContract } from './transfers.ts';
import { TronReader, type TronReaderOptions } from './tron-reader.ts';

export interface TronChainOptions extends TronReaderOptions {
  readonly keys: NetworkKeys;
}

/** Signed bytes as they are stored. */
const Signed = z.object({ raw_data_hex: z.string() });
/** Above what any plain transfer costs: the network burns for its bytes and for an opening, 1.4 TRX at the main network's prices. */
const FEE_MAX_SUN = 10_000_000n;

/** TRON with the keys of the pool: everything of the reader, and transfers out. */
export class TronChain extends TronReader implements Chain {
  readonly #keys: NetworkKeys;

  constructor(options: TronChainOptions) {
    super(options);
    this.#keys = options.keys;
  }

  async quoteSend(intent: TransferIntent): Promise<SendQuote> {
    const sender = this.deriveAddress(intent.fromIndex);
    const senderUnits = await this.getBalanceUnits(sender, intent.currency);
    const fee = await estimateFee(this.node, sender, intent.to);
    return { feeCurrency: 'TRX', senderUnits, senderFeeUnits: senderUnits, ...fee };
  }

  async getNonce(): Promise<null> {
    return null;
  }

  async signStatement(index: number, text: string): Promise<string> {
    return `0x${toHexSignature(await this.#keys.sign({ kind: 'statement', index, text }))}`;
  }

  async signTransfer(intent: Omit<SigningIntent, 'nonce'>): Promise<SignedTransfer> {
    if (intent.currency !== 'TRX') throw new RangeError(`TRON sends no ${intent.currency}.`);
    if (intent.units > BigInt(Number.MAX_SAFE_INTEGER))
      throw new RangeError('This amount of sun is too large to send at once.');
    const sender = this.deriveAddress(intent.fromIndex);
    assertSendable(intent, sender);
    const { blockHash: reference, timeMs: chainTimeMs } = intent.reference ?? (await this.#readReference());
    const expiresAt = chainTimeMs + this.signedForMs;
    const transfer = {
      sender,
      to: intent.to,
      units: intent.units,
      reference,
      chainTimeMs,
      expiresAt,
    };
    const keys = this.#keys;
    return signTransfer(this.tronWeb, transfer, {
      keys,
      index: intent.fromIndex,
      subject: intent.subject ?? null,
    });
  }

  /** A solid reference block stays valid whatever happens to the newest ones (tronprotocol/java-tron#3198). */
  async #readReference(): Promise<SigningReference> {
    const { blockID: blockHash } = await this.getSolidBlock();
    const head = await this.node.ask(TronBlock, 'wallet/getnowblock', {});
    return { blockHash, timeMs: head.block_header.raw_data.timestamp };
  }

  /** A transaction of TRON expires instead: nothing of it can be stuck. */
  async signReplacement(): Promise<undefined> {
    return undefined;
  }

  async signVoid(): Promise<undefined> {
    return undefined;
  }

  readSigned(raw: string): SignedContent {
    const transfer = readTransferContract(Signed.parse(JSON.parse(raw)).raw_data_hex);
    if (transfer === undefined || transfer === 'unreadable')
      throw new Error('The stored transaction is not a transfer of TRX.');
    return { to: transfer.to, currency: 'TRX', units: transfer.units, feeMaxUnits: FEE_MAX_SUN };
  }

  async broadcast(raw: string): Promise<string> {
    try {
      const answer: unknown = await this.node.request('wallet/broadcasttransaction', asObject(raw));
      return JSON.stringify(answer);
    } catch (error) {
      return describeNodeError(error);
    }
  }

  deriveAddress(index: number): string {
    return deriveTronAddress(this.#keys, index);
  }
}

function asObject(raw: string): object {
  const value: unknown = JSON.parse(raw);
  if (typeof value !== 'object' || value === null)
    throw new TypeError('The stored transaction is not a JSON object.');
  return value;
}
