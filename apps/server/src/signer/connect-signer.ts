import { connect, type Socket } from 'node:net';
import { getPublicKeys, KeystoreError, type NetworkKeys } from '@glasspool/chains/keys';
import { type Network, SECOND_MS } from '@glasspool/core';
import type { DependencyFinding } from '@glasspool/pool/dependencies';
import type { LogEnd } from '@glasspool/pool/deps';
import { ConfigError } from '../config/config-error.ts';
import { readLines, writeLine } from './lines.ts';
import { readSignature, toMessage, type Unnumbered } from './messages.ts';
import { Answer, Greeting, type Request } from './protocol.ts';

const RECONNECT_MS = SECOND_MS;
const GREETING_TIMEOUT_MS = 10 * SECOND_MS;
/** It reads the database and asks TRON's nodes, which have ten seconds each. */
const ANSWER_TIMEOUT_MS = 30 * SECOND_MS;

type PublicKeys = Readonly<Record<Network, string>>;

/** The keys of the pool, as everyone but the signer has them: they say addresses and have things signed. */
export interface RemoteKeys extends AsyncDisposable {
  readonly keys: Readonly<Record<Network, NetworkKeys>>;
  /** Reason for which there is no connection; undefined while there is one. */
  findTrouble(): DependencyFinding | undefined;
  /** @throws Error when the signer does not answer. */
  ping(): Promise<void>;
  /** True for keys of which a database has addresses, as the signer noted beside them. */
  readonly isUsed: boolean;
  /** Notes that. */
  markUsed(): Promise<void>;
  /** The end of its log by its last answer; undefined before the first one. */
  findLogEnd(): LogEnd | undefined;
  /** Sends the address of the TRON node to the signer of a local network, which accepts it once. */
  useLocalNode(tronUrl: string): Promise<void>;
}

interface Waiting {
  readonly resolve: (signature: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Connects to the signer's socket, and again whenever the connection is lost: the signer may be restarted by itself.
 *
 * @throws ConfigError when no signer answers there.
 */
export async function connectSigner(socketPath: string): Promise<RemoteKeys> {
  const connection = new Connection(socketPath);
  const { publicKeys, isUsed } = await connection.open();
  const getKeys = (network: Network): NetworkKeys =>
    getPublicKeys(publicKeys[network], async (request) => connection.ask(toMessage(network, request)));
  return {
    keys: { BSC: getKeys('BSC'), TRON: getKeys('TRON') },
    findTrouble: () => connection.trouble,
    ping: async () => void (await connection.ask({ kind: 'ping' })),
    isUsed: isUsed === true,
    // One that does not say is of an older version, and would not understand.
    markUsed: async () => void (isUsed === false && (await connection.ask({ kind: 'used' }))),
    findLogEnd: () => connection.logEnd,
    useLocalNode: (tronUrl) => connection.nameLocalNode(tronUrl),
    [Symbol.asyncDispose]: async () => connection.close(),
  };
}

class Connection {
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  #serial = 0;
  #socket: Socket | undefined;
  #publicKeys: PublicKeys | undefined;
  #timer: NodeJS.Timeout | undefined;
  #trouble: DependencyFinding | undefined;
  #localNode: string | undefined;
  #logEnd: LogEnd | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  get logEnd(): LogEnd | undefined {
    return this.#logEnd;
  }

  get trouble(): DependencyFinding | undefined {
    return this.#socket === undefined ? (this.#trouble ?? toTrouble('The connection was lost.')) : undefined;
  }

  /**
   * Connects and reads the greeting.
   *
   * @throws ConfigError when no signer answers.
   * @throws KeystoreError when a signer answers that has other keys than before.
   */
  async open(): Promise<Greeting> {
    const socket = connect(this.#path);
    // It must not keep a process alive that is done; a connection that is lost is made again.
    socket.unref();
    const greeted = Promise.withResolvers<Greeting>();
    const fail = (why: string): void => {
      socket.destroy();
      greeted.reject(
        new ConfigError(
          `SIGNER_SOCKET: ${this.#path}: ${why} Check that the signer runs, and who may open its socket.`,
        ),
      );
    };
    const timer = setTimeout(() => fail('the signer does not answer.'), GREETING_TIMEOUT_MS);
    socket.once('error', (error) => fail(`${error.message}.`));
    socket.once('close', () => fail('the signer ended the connection.'));
    let isGreeted = false;
    readLines(socket, (line) => {
      const message: unknown = JSON.parse(line);
      if (isGreeted) return this.#settle(Answer.parse(message));
      isGreeted = true;
      greeted.resolve(Greeting.parse(message));
    });
    try {
      const greeting = await greeted.promise;
      this.#assertSameKeys(greeting.publicKeys);
      this.#publicKeys = greeting.publicKeys;
      this.#socket = socket;
      socket.removeAllListeners('close');
      socket.once('close', () => this.#lose());
      return greeting;
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws SigningRefusedError, or Error while there is no connection, or no answer in time. */
  ask(request: Unnumbered<Request>): Promise<Uint8Array> {
    const socket = this.#socket;
    if (socket === undefined)
      return Promise.reject(new SignerAwayError(`The signer is away. ${this.trouble?.sentence ?? ''}`));
    this.#serial += 1;
    const id = this.#serial;
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    // A signature that arrives later is in the signer's log and is not sent: a later request for the same payment replaces it.
    const timer = setTimeout(() => {
      this.#waiting.delete(id);
      reject(new SignerAwayError('The signer did not answer in time.'));
    }, ANSWER_TIMEOUT_MS);
    this.#waiting.set(id, { resolve, reject });
    // A caller that waits for an answer waits for it to the end.
    socket.ref();
    writeLine(socket, { ...request, id });
    return promise.finally(() => clearTimeout(timer));
  }

  /** Sends the address of the local TRON node, to a signer that takes over as well. */
  async nameLocalNode(tronUrl: string): Promise<void> {
    this.#localNode = tronUrl;
    await this.ask({ kind: 'local-node', tronUrl });
  }

  close(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.removeAllListeners('close');
    socket?.destroy();
    this.#rejectAll();
  }

  #settle(answer: Answer): void {
    const asked = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#socket?.unref();
    try {
      const signature = readSignature(answer);
      if ('log' in answer) this.#logEnd = answer.log;
      asked?.resolve(signature);
    } catch (error) {
      asked?.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #lose(): void {
    this.#socket = undefined;
    this.#rejectAll();
    this.#timer = setTimeout(() => {
      // Tried again until it is back. Requests meanwhile are refused with the reason, and the health check says no.
      this.open().then(
        () => {
          this.#trouble = undefined;
          // A signer that refuses it says so again when it is asked for a signature.
          if (this.#localNode !== undefined) this.nameLocalNode(this.#localNode).catch(() => undefined);
        },
        (error: unknown) => {
          const message = error instanceof Error ? error.message : String(error);
          this.#trouble = toTrouble(message, error instanceof KeystoreError);
          this.#lose();
        },
      );
    }, RECONNECT_MS);
    this.#timer.unref();
  }

  #rejectAll(): void {
    for (const { reject } of this.#waiting.values())
      reject(new SignerAwayError('The signer ended before it answered.'));
    this.#waiting.clear();
  }

  #assertSameKeys(publicKeys: PublicKeys): void {
    const known = this.#publicKeys;
    if (known === undefined || (known.BSC === publicKeys.BSC && known.TRON === publicKeys.TRON)) return;
    throw new KeystoreError(
      'The signer that answers now has other keys. Nothing is signed until the right one is back.',
    );
  }
}

/** The signer does not answer: nothing is signed, and what was asked for is asked again. */
export class SignerAwayError extends Error {
  override readonly name = 'SignerAwayError';
}

function toTrouble(message: string, hasOtherKeys = false): DependencyFinding {
  return {
    state: hasOtherKeys ? 'refused' : 'degraded',
    reason: hasOtherKeys ? 'other-keys' : 'unreachable',
    sentence: `${message} Nothing is paid out meanwhile.`,
  };
}
