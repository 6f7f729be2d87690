import {
  SigningCapReachedError,
  SigningContradictionError,
  SigningRefusedError,
  SigningTooEarlyError,
  UnreadableTransferError,
  type UnsignedTransfer,
} from '@glasspool/chains';
import { deriveBscAddress, readUnsignedBsc } from '@glasspool/chains/bsc';
import type { NetworkKeys } from '@glasspool/chains/keys';
import { deriveTronAddress, readUnsignedTron } from '@glasspool/chains/tron';
import { CURRENCY_OF, type Network } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { LogCutError } from '@glasspool/pool/outgoing';
import { fastSha256 } from '../adapters/sha256.ts';
import type { SignerConfig } from '../config/signer-config.ts';
import { assertMaySign } from './guard.ts';
import type { PaymentLog } from './payment-log.ts';
import type { Answer, Request } from './protocol.ts';

/** First line of every statement of the pool. A transaction never begins with it. */
const STATEMENT = /^Glasspool: this address is held by the pool\.\n/;

export interface SignerDeps {
  readonly config: Pick<SignerConfig, 'network' | 'usdtContract' | 'dailyCapMicro'>;
  readonly keys: Readonly<Record<Network, NetworkKeys>>;
  readonly payments: PaymentLog;
  readonly db: Queryable;
  readonly readNow: () => Promise<number>;
  /** Time of TRON's newest final block, in ms. */
  readonly readFinalTimeMs: () => Promise<number>;
  /** Notes beside the keys that a database has addresses of them. */
  readonly markUsed: () => void;
  /** Takes the address of the local TRON node, once. */
  readonly useLocalNode: (tronUrl: string) => void;
}

/** Signs what guard.ts lets through. Holds the keys; callers get signatures and reasons. */
export class Signer {
  readonly #deps: SignerDeps;
  #isLogWhole = false;

  constructor(deps: SignerDeps) {
    this.#deps = deps;
  }

  /** Answers one request with a signature, or with the reason of a refusal. */
  async answer(request: Request): Promise<Answer> {
    const { id } = request;
    try {
      const signature = Buffer.from(await this.#sign(request)).toString('hex');
      return { id, signature, log: this.#deps.payments.end };
    } catch (error) {
      if (error instanceof SigningRefusedError || error instanceof UnreadableTransferError)
        return { id, refused: error.message, reason: findReason(error) };
      return { id, failed: error instanceof Error ? error.message : String(error) };
    }
  }

  async #sign(request: Request): Promise<Uint8Array> {
    if (request.kind === 'local-node') {
      this.#deps.useLocalNode(request.tronUrl);
      return new Uint8Array();
    }
    if (request.kind === 'used') {
      this.#deps.markUsed();
      return new Uint8Array();
    }
    const wholeLog = this.#assertWholeLog();
    if (request.kind === 'ping') {
      // A database that is away, or grants nothing yet, is told by others.
      await wholeLog.catch((error: unknown) => {
        if (error instanceof LogCutError) throw error;
      });
      return new Uint8Array();
    }
    await wholeLog;
    const { network, index } = request;
    const keys = this.#deps.keys[network];
    if (request.kind === 'statement') {
      if (!STATEMENT.test(request.text))
        throw new SigningRefusedError('This is not a statement of the pool.');
      return keys.sign({ kind: 'statement', index, text: request.text });
    }
    const { subject } = request;
    const payload = new Uint8Array(Buffer.from(request.payload, 'hex'));
    const transfer = this.#read(network, index, payload);
    await this.#assertMaySign(network, { index, subject, transfer, payload });
    return keys.sign({ kind: 'transaction', index, payload, subject });
  }

  /** Without its newest lines the signer would count the day's caps, and what it has signed, from an earlier moment. */
  async #assertWholeLog(): Promise<void> {
    if (this.#isLogWhole) return;
    await this.#deps.payments.assertWhole(this.#deps.db);
    // From here on this process alone writes it.
    this.#isLogWhole = true;
  }

  #read(network: Network, index: number, payload: Uint8Array): UnsignedTransfer {
    const { config } = this.#deps;
    if (network === 'BSC') return readUnsignedBsc(payload, config);
    const transfer = readUnsignedTron(payload);
    if (transfer.sender !== this.#deriveAddress('TRON', index))
      throw new SigningRefusedError('Another address is its sender.');
    return transfer;
  }

  async #assertMaySign(
    network: Network,
    asked: {
      index: number;
      subject: string | null;
      transfer: UnsignedTransfer;
      payload: Uint8Array;
    },
  ): Promise<void> {
    const { config, payments, db, readNow, readFinalTimeMs } = this.#deps;
    const { payload, ...rest } = asked;
    const { user, operator } = config.dailyCapMicro;
    const currency = CURRENCY_OF[network];
    await assertMaySign(
      {
        network,
        db,
        payments,
        deriveAddress: (index) => this.#deriveAddress(network, index),
        dailyCapMicro: { user: user[currency], operator: operator[currency] },
        forbiddenPayees: network === 'BSC' ? [config.usdtContract] : [],
        now: await readNow(),
        readFinalTimeMs,
      },
      { ...rest, payloadHash: Buffer.from(fastSha256(payload)).toString('hex') },
    );
  }

  #deriveAddress(network: Network, index: number): string {
    const deriveAddress = network === 'BSC' ? deriveBscAddress : deriveTronAddress;
    return deriveAddress(this.#deps.keys[network], index);
  }
}

function findReason(error: Error): 'cap' | 'unexpired' | 'contradiction' | null {
  if (error instanceof SigningCapReachedError) return 'cap';
  if (error instanceof SigningTooEarlyError) return 'unexpired';
  return error instanceof SigningContradictionError ? 'contradiction' : null;
}
