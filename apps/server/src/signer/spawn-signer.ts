import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SigningCapReachedError, SigningRefusedError } from '@glasspool/chains';
import { KeystoreError, type NetworkKeys, publicKeysOf, type SigningRequest } from '@glasspool/chains/keys';
import type { Network } from '@glasspool/core';
import { Answer, Ready, type Request, type Start } from './messages.ts';

/** The keys of the pool, as everybody but the signer has them: they say addresses and have things signed. */
export interface RemoteKeys extends AsyncDisposable {
  readonly keys: Readonly<Record<Network, NetworkKeys>>;
  /** Whether it lives. Without it nothing is signed until the program is started anew. */
  isRunning(): boolean;
  /** Tells the signer which contract is the token. It takes that once. */
  nameToken(usdtContract: string): Promise<void>;
}

/** What is left out of a request: the signer's parent numbers them. */
type Unnumbered<One> = One extends unknown ? Omit<One, 'id'> : never;

/**
 * Starts the signer, the only process that opens the keystore. It ends with its parent.
 *
 * @throws KeystoreError when the keystore does not open.
 */
export async function spawnSigner(start: Start): Promise<RemoteKeys> {
  const child = fork(join(import.meta.dirname, 'signer-process.ts'), [JSON.stringify(start)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // What the parent was started with, such as a debugger, is not for the process that holds the keys.
    execArgv: [],
  });
  const publicKeys = await readPublicKeys(child);
  const ask = createAsker(child);
  const keysOf = (network: Network): NetworkKeys =>
    publicKeysOf(publicKeys[network], async (request) => ask(toMessage(network, request)));
  return {
    keys: { BSC: keysOf('BSC'), TRON: keysOf('TRON') },
    isRunning: () => child.connected,
    nameToken: async (usdtContract) => void (await ask({ kind: 'token', usdtContract })),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

async function readPublicKeys(child: ChildProcess): Promise<Readonly<Record<Network, string>>> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new KeystoreError(`The signer ended with code ${code}.`)));
    child.once('message', (message) => {
      const ready = Ready.parse(message);
      if ('failed' in ready) reject(new KeystoreError(ready.failed));
      else resolve(ready.publicKeys);
    });
  });
}

function toMessage(network: Network, request: SigningRequest): Unnumbered<Request> {
  const { index } = request;
  if (request.kind === 'statement') return { kind: 'statement', network, index, text: request.text };
  const { payload, subject } = request;
  return { kind: 'transaction', network, index, payload: Buffer.from(payload).toString('hex'), subject };
}

function createAsker(child: ChildProcess): (request: Unnumbered<Request>) => Promise<Uint8Array> {
  const waiting = new Map<
    number,
    { resolve: (signature: Uint8Array) => void; reject: (error: Error) => void }
  >();
  let serial = 0;
  child.on('message', (message) => {
    const answer = Answer.parse(message);
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('signature' in answer) asked?.resolve(new Uint8Array(Buffer.from(answer.signature, 'hex')));
    else if ('refused' in answer) asked?.reject(refusalOf(answer));
    else asked?.reject(new Error(`The signer failed: ${answer.failed}`));
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The signer ended with code ${code}.`));
    waiting.clear();
  });
  return (request) =>
    new Promise((resolve, reject) => {
      if (!child.connected)
        return reject(new Error('The signer is not running: nothing is signed. Restart the program.'));
      serial += 1;
      waiting.set(serial, { resolve, reject });
      child.send({ ...request, id: serial });
    });
}

function refusalOf({
  refused,
  isCapReached,
}: {
  refused: string;
  isCapReached: boolean;
}): SigningRefusedError {
  return isCapReached ? new SigningCapReachedError(refused) : new SigningRefusedError(refused);
}
