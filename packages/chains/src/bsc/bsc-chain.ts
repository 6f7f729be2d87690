import { Transaction } from 'ethers';
import { assertSendable } from '../assert-sendable.ts';
import type {
  Chain,
  SendQuote,
  Sent,
  SignedContent,
  SignedTransfer,
  SigningIntent,
  TransferIntent,
} from '../chain.ts';
import type { NetworkKeys } from '../keys/key-tree.ts';
import { describeNodeError } from '../node-words.ts';
import { BscReader, type BscReaderOptions } from './bsc-reader.ts';
import { deriveBscAddress } from './derive-address.ts';
import { type FeeLimits, type GasFees, type OfferedFees, planFees, raiseFees } from './fees.ts';
import { getFees, signTransaction, toHexSignature } from './signing.ts';
import { getCall, TOKEN } from './token.ts';

/** Room above the node's estimate: a transfer to a new holder costs more than one to an old holder. */
const GAS_LIMIT_PERCENT = 130n;
/** Above what the transfer of any token takes, and an anchor. */
const GAS_MAX = 300_000n;
/** Least limit for a transfer of a token, with room: a limit below it would only cost the fee. */
const TOKEN_GAS_MIN = 65_000n;
/** Gas of a transfer of coins to an address without code (Yellow Paper, appendix G). */
const PLAIN_TRANSFER_GAS = 21_000n;

export interface BscChainOptions extends BscReaderOptions {
  readonly feePerGas: FeeLimits;
  readonly keys: NetworkKeys;
}

/** BSC with the keys of the pool: everything of the reader, and transfers out. */
export class BscChain extends BscReader implements Chain {
  readonly #keys: NetworkKeys;
  readonly #feePerGas: FeeLimits;

  constructor(options: BscChainOptions) {
    super(options);
    this.#keys = options.keys;
    this.#feePerGas = options.feePerGas;
  }

  async quoteSend(intent: TransferIntent): Promise<SendQuote> {
    const sender = this.deriveAddress(intent.fromIndex);
    const senderUnits = await this.getBalanceUnits(sender, intent.currency);
    const senderFeeUnits = await this.getBalanceUnits(sender, 'BNB');
    const quote = { feeCurrency: 'BNB', senderUnits, senderFeeUnits, opensAccount: false } as const;
    // A node cannot estimate a transfer that would fail, so what is missing is reported without a fee.
    if (senderUnits < intent.units) return { ...quote, feeMaxUnits: 0n };
    const fees = await this.#fees();
    const pricePerGas = fees.type === 2 ? fees.maxFeePerGas : fees.gasPrice;
    return { ...quote, feeMaxUnits: (await this.#gasLimit(intent)) * pricePerGas };
  }

  async getNonce(index: number, after: Sent = 'mined'): Promise<number> {
    return this.provider.getTransactionCount(
      this.deriveAddress(index),
      after === 'mined' ? 'latest' : 'pending',
    );
  }

  async signStatement(index: number, text: string): Promise<string> {
    return toHexSignature(await this.#keys.sign({ kind: 'statement', index, text }));
  }

  async signTransfer(intent: SigningIntent): Promise<SignedTransfer> {
    const { nonce, fromIndex } = intent;
    if (nonce === null) throw new RangeError('A BSC transaction needs a nonce.');
    assertSendable(intent, this.deriveAddress(fromIndex));
    const transaction = Transaction.from({
      chainId: this.payment.chainId,
      nonce,
      gasLimit: await this.#gasLimit(intent),
      ...getCall(intent, this.payment.token),
      ...(await this.#fees()),
    });
    return this.#sign(transaction, fromIndex, intent.subject ?? null);
  }

  async signReplacement(
    signed: SignedTransfer,
    { fromIndex, subject }: { fromIndex: number; subject: string },
  ): Promise<SignedTransfer | undefined> {
    const stuck = this.#readOwn(signed, fromIndex);
    const { nonce, to, value, data, gasLimit, chainId } = stuck;
    const fees = raiseFees(getFees(stuck), await this.#offeredFees(), this.#feePerGas);
    if (fees === undefined) return undefined;
    const raised = { nonce, to, value, data, gasLimit, chainId, ...fees };
    return this.#sign(Transaction.from(raised), fromIndex, subject);
  }

  async signVoid(
    signed: SignedTransfer,
    { fromIndex, subject }: { fromIndex: number; subject: string },
  ): Promise<SignedTransfer> {
    const stuck = this.#readOwn(signed, fromIndex);
    const { nonce, chainId, from: to } = stuck;
    const paid = getFees(stuck);
    // At the cap the same fee: a node that still has the other keeps that one.
    const fees = raiseFees(paid, await this.#offeredFees(), this.#feePerGas) ?? paid;
    const nothing = { nonce, chainId, to, value: 0n, gasLimit: PLAIN_TRANSFER_GAS, ...fees };
    return this.#sign(Transaction.from(nothing), fromIndex, subject);
  }

  #readOwn({ raw }: SignedTransfer, index: number): Transaction {
    const own = Transaction.from(raw);
    if (own.from !== this.deriveAddress(index))
      throw new RangeError('Another address signed this transaction.');
    return own;
  }

  readSigned(raw: string): SignedContent {
    const signed = Transaction.from(raw);
    const { to, value, data, gasLimit } = signed;
    const fees = getFees(signed);
    const feeMaxUnits = gasLimit * (fees.type === 2 ? fees.maxFeePerGas : fees.gasPrice);
    const call = to === this.payment.token ? TOKEN.parseTransaction({ data, value }) : null;
    if (call?.name !== 'transfer') return { to: to ?? '', currency: 'BNB', units: value, feeMaxUnits };
    const [payee, units]: unknown[] = [...call.args];
    return { to: String(payee), currency: 'USDT', units: BigInt(String(units)), feeMaxUnits };
  }

  async broadcast(raw: string): Promise<string> {
    try {
      return String(await this.provider.send('eth_sendRawTransaction', [raw]));
    } catch (error) {
      // 'already known' and 'nonce too low' may both mean that it is on its way: only the chain decides.
      return describeNodeError(error);
    }
  }

  deriveAddress(index: number): string {
    return deriveBscAddress(this.#keys, index);
  }

  async #sign(transaction: Transaction, index: number, subject: string | null): Promise<SignedTransfer> {
    const sender = this.deriveAddress(index);
    return { ...(await signTransaction(transaction, this.#keys, { index, subject })), sender };
  }

  async #gasLimit(intent: TransferIntent): Promise<bigint> {
    const from = this.deriveAddress(intent.fromIndex);
    const call = getCall(intent, this.payment.token);
    const estimate = await this.provider.estimateGas({ from, ...call });
    if (estimate > GAS_MAX)
      throw new Error(
        `The BSC node estimates ${estimate} gas, more than a transfer ever takes. Nothing was signed.`,
      );
    const isToken = intent.currency === 'USDT';
    return max((estimate * GAS_LIMIT_PERCENT) / 100n, isToken ? TOKEN_GAS_MIN : PLAIN_TRANSFER_GAS);
  }

  async #fees(): Promise<GasFees> {
    return planFees(await this.#offeredFees(), this.#feePerGas);
  }

  #offeredFees(): Promise<OfferedFees> {
    return this.provider.getFeeData();
  }
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
