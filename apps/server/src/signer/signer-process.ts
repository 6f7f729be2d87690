// The only process that holds the seed. It signs what guard.ts lets through, and ends with its parent.
import { join } from 'node:path';
import {
  SigningCapReachedError,
  SigningRefusedError,
  UnreadableTransferError,
  type UnsignedTransfer,
} from '@glasspool/chains';
import { bscAddressOf, readUnsignedBsc } from '@glasspool/chains/bsc';
import { deriveKeys, derivePublicKeys, type NetworkKeys } from '@glasspool/chains/keys';
import { readUnsignedTron, tronAddressOf } from '@glasspool/chains/tron';
import type { Network } from '@glasspool/core';
import { Database } from '@glasspool/db';
import { machineClock } from '../adapters/clock.ts';
import { readDatabaseUrl, readKeystorePassword } from '../config/config.ts';
import { readMnemonic } from '../config/keystore-file.ts';
import { readLocalKeystorePassword } from '../config/secrets.ts';
import { assertMaySign } from './guard.ts';
import { Request, Start } from './messages.ts';
import { openSpendingLog } from './spending-log.ts';

/** What every statement of the pool begins with. A transaction never does. */
const STATEMENT = /^Glasspool: this address is held by the pool\.\n/;

function tell(message: object): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

async function run(start: Start): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.once('disconnect', resolve);
    if (!process.connected) resolve();
  });
  // A Ctrl-C in the terminal goes to the whole group; work that is under way still needs signatures.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  const password = readKeystorePassword() ?? readLocalKeystorePassword(start.dataDir);
  const mnemonic = readMnemonic(start.dataDir, password);
  const signer = new Signer(start, deriveKeys(mnemonic));
  process.on('message', (message) => void signer.answer(Request.parse(message)).then(tell));
  tell({ publicKeys: derivePublicKeys(mnemonic) });
  await ended;
  await signer.close();
}

class Signer {
  readonly #start: Start;
  readonly #keys: Readonly<Record<Network, NetworkKeys>>;
  readonly #spending;
  #db: Database | undefined;
  #usdtContract: string | undefined;

  constructor(start: Start, keys: Readonly<Record<Network, NetworkKeys>>) {
    this.#start = start;
    this.#keys = keys;
    this.#spending = openSpendingLog(join(start.dataDir, 'signer.log'));
  }

  /** One question, one answer: a signature, or why there is none. */
  async answer(request: Request): Promise<object> {
    const { id } = request;
    try {
      return { id, signature: Buffer.from(await this.#sign(request)).toString('hex') };
    } catch (error) {
      if (error instanceof SigningRefusedError || error instanceof UnreadableTransferError)
        return { id, refused: error.message, isCapReached: error instanceof SigningCapReachedError };
      return { id, failed: error instanceof Error ? error.message : String(error) };
    }
  }

  async close(): Promise<void> {
    await this.#db?.close();
  }

  async #sign(request: Request): Promise<Uint8Array> {
    if (request.kind === 'token') {
      if (this.#usdtContract !== undefined) throw new SigningRefusedError('The token is known already.');
      this.#usdtContract = request.usdtContract;
      return new Uint8Array();
    }
    const { network, index } = request;
    if (request.kind === 'statement') {
      if (!STATEMENT.test(request.text)) throw new SigningRefusedError('This is no statement of the pool.');
      return this.#keys[network].sign({ kind: 'statement', index, text: request.text });
    }
    const payload = new Uint8Array(Buffer.from(request.payload, 'hex'));
    await this.#assertMaySign(network, {
      index,
      subject: request.subject,
      transfer: this.#read(network, index, payload),
    });
    return this.#keys[network].sign({ kind: 'transaction', index, payload, subject: request.subject });
  }

  #read(network: Network, index: number, payload: Uint8Array): UnsignedTransfer {
    if (network === 'BSC')
      return readUnsignedBsc(payload, { network: this.#start.network, usdtContract: this.#token() });
    const transfer = readUnsignedTron(payload);
    if (transfer.sender !== this.#addressOf('TRON', index))
      throw new SigningRefusedError('Another address is its sender.');
    return transfer;
  }

  async #assertMaySign(network: Network, asked: Parameters<typeof assertMaySign>[1]): Promise<void> {
    const { dailyCapMicro, dataDir } = this.#start;
    this.#db ??= new Database(() => readDatabaseUrl(dataDir));
    const currency = network === 'BSC' ? 'USDT' : 'TRX';
    await assertMaySign(
      {
        network,
        db: this.#db.read,
        addressOf: (index) => this.#addressOf(network, index),
        spending: this.#spending,
        dailyCapMicro: {
          user: BigInt(dailyCapMicro.user[currency]),
          treasury: BigInt(dailyCapMicro.treasury[currency]),
        },
        forbiddenPayees: network === 'BSC' ? [this.#token()] : [],
        now: this.#start.network === 'local' ? undefined : machineClock.now(),
      },
      asked,
    );
  }

  #token(): string {
    if (this.#usdtContract === undefined) throw new SigningRefusedError('The token is not known yet.');
    return this.#usdtContract;
  }

  #addressOf(network: Network, index: number): string {
    const addressOf = network === 'BSC' ? bscAddressOf : tronAddressOf;
    return addressOf(this.#keys[network], index);
  }
}

const start = Start.parse(JSON.parse(process.argv[2] ?? '{}'));
run(start).catch((error: unknown) => {
  tell({ failed: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
});
