// go-ethereum as the node of a test: a chain of its own, whose blocks are made, replaced and called final over the engine API
// (https://github.com/ethereum/execution-apis). It knows the few methods of anvil by which tests make blocks.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toQuantity } from 'ethers';
import { z } from 'zod';
import type { Anvil } from '../local/anvil.ts';
import { ALLOWED_BSC_CHAINS } from '../networks.ts';

const START_TIMEOUT_MS = 30_000;
const ZERO_HASH = `0x${'0'.repeat(64)}`;
/** Account of the public mnemonic that pays for everything on anvil too. */
const FAUCET = 'f39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const GAS_LIMIT = 60_000_000;
const BLOBS = { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 };

const Block = z.object({ hash: z.string(), number: z.string(), timestamp: z.string() });
const Payload = z.object({
  executionPayload: z.looseObject({ blockHash: z.string() }),
  executionRequests: z.array(z.string()),
});
const Answer = z.object({ result: z.optional(z.unknown()), error: z.optional(z.unknown()) });

interface GethOptions {
  readonly program: string;
  readonly chainId?: number;
  /** With them the blocks of two epochs ago are called final; without them none is. */
  readonly slotsPerEpoch?: number;
  readonly flags?: readonly string[];
}

/** Starts go-ethereum on free ports of the loopback interface, with an empty chain. */
export async function startGeth(options: GethOptions): Promise<Anvil> {
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-geth-'));
  const secret = randomBytes(32);
  writeFileSync(join(folder, 'jwt'), secret.toString('hex'));
  writeFileSync(join(folder, 'genesis.json'), makeGenesis(options));
  const data = ['--datadir', join(folder, 'data')];
  run(options.program, ['init', ...data, join(folder, 'genesis.json')]);
  const child = spawn(
    options.program,
    [
      ...[...data, '--nodiscover', '--maxpeers', '0', '--port', '0', '--ipcdisable', '--syncmode', 'full'],
      ...['--cache', '64', '--http', '--http.addr', '127.0.0.1', '--http.port', '0'],
      ...['--http.api', 'eth,net,web3,debug,txpool,testing'],
      ...['--authrpc.addr', '127.0.0.1', '--authrpc.port', '0', '--authrpc.jwtsecret', join(folder, 'jwt')],
      ...(options.flags ?? []),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const killChild = (): void => void child.kill('SIGKILL');
  process.once('exit', killChild);
  const stop = async (): Promise<void> => {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await ended;
    process.off('exit', killChild);
    rmSync(folder, { recursive: true, force: true });
  };
  const urls = await readUrls(child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const maker = new BlockMaker({ ...urls, secret, slotsPerEpoch: options.slotsPerEpoch });
  return {
    url: urls.url,
    // A child that listens has a process id.
    pid: child.pid ?? 0,
    call: (method, parameters = []) => maker.call(method, parameters),
    save: async () => undefined,
    [Symbol.asyncDispose]: stop,
  };
}

/** The program's own development chain, with another id and a rich account. */
function makeGenesis({ program, chainId = ALLOWED_BSC_CHAINS.local }: GethOptions): string {
  const genesis: unknown = JSON.parse(run(program, ['--dev', 'dumpgenesis']));
  const known = z.object({
    config: z.looseObject({ blobSchedule: z.looseObject({}) }),
    alloc: z.looseObject({}),
  });
  const { config, alloc } = known.parse(genesis);
  const { bogotaTime: _, ...forks } = config;
  return JSON.stringify({
    config: { ...forks, chainId, blobSchedule: { ...config.blobSchedule, osaka: BLOBS } },
    alloc: { ...alloc, [FAUCET]: { balance: toQuantity(10n ** 24n) } },
    timestamp: toQuantity(Math.floor(Date.now() / 1_000) - 60),
    gasLimit: toQuantity(GAS_LIMIT),
    difficulty: '0x0',
    baseFeePerGas: toQuantity(10n ** 9n),
  });
}

function run(program: string, parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, parameters, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${parameters[0]} ended with ${status}: ${stderr.slice(-500)}`);
  return stdout;
}

/** Addresses of the two servers, which the program tells when they listen. */
async function readUrls(child: ChildProcess): Promise<{ url: string; engineUrl: string }> {
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void =>
      reject(new Error(`geth did not start: ${reason}\n${output.slice(-1_000)}`));
    const timer = setTimeout(() => fail('no answer in time'), START_TIMEOUT_MS);
    const find = (auth: boolean): string | undefined =>
      new RegExp(`HTTP server started +endpoint=(127\\.0\\.0\\.1:\\d+) auth=${auth}`).exec(output)?.[1];
    child.stderr?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-20_000);
      const [open, engine] = [find(false), find(true)];
      if (open === undefined || engine === undefined) return;
      clearTimeout(timer);
      resolve({ url: `http://${open}`, engineUrl: `http://${engine}` });
    });
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code) => fail(`it ended with code ${code}`));
  });
}

interface EngineOptions {
  readonly url: string;
  readonly engineUrl: string;
  readonly secret: Buffer;
  readonly slotsPerEpoch: number | undefined;
}

/** Makes and replaces blocks, and passes every other call on. */
class BlockMaker {
  readonly #options: EngineOptions;
  #aheadS = 0;
  #finalHash = ZERO_HASH;
  /** Blocks as the engine takes them. */
  readonly #payloads = new Map<string, readonly unknown[]>();
  /** One at a time: a block is made on the newest one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  call(method: string, parameters: readonly unknown[]): Promise<unknown> {
    const [first] = parameters;
    if (method === 'evm_mine') return this.#inTurn(() => this.#mine());
    if (method === 'anvil_reorg') return this.#inTurn(() => this.#reorganize(Number(first)));
    if (method === 'evm_increaseTime') {
      this.#aheadS += Number(first);
      return Promise.resolve();
    }
    return this.#ask(this.#options.url, method, parameters);
  }

  #inTurn(step: () => Promise<void>): Promise<void> {
    const done = this.#last.then(step);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #mine(): Promise<void> {
    const head = await this.#readBlock('latest');
    await this.#setHead(await this.#seal(head, null));
    const { slotsPerEpoch } = this.#options;
    const height = Number(head.number) + 1 - 2 * (slotsPerEpoch ?? 0);
    if (slotsPerEpoch === undefined || height < 1) return;
    this.#finalHash = (await this.#readBlock(toQuantity(height))).hash;
    await this.#setHead((await this.#readBlock('latest')).hash);
  }

  /**
   * Replaces the newest blocks by as many empty ones. Their transactions wait again, as on every real node. The program builds on its newest
   * block alone: it goes back to build the other branch, then takes the first one again, and then the other.
   */
  async #reorganize(depth: number): Promise<void> {
    const head = await this.#readBlock('latest');
    const replaced = [head];
    while (replaced.length < depth) {
      const [oldest = head] = replaced;
      replaced.unshift(await this.#readBlock(toQuantity(Number(oldest.number) - 1)));
    }
    const forkHeight = toQuantity(Number(head.number) - depth);
    await this.#ask(this.#options.url, 'debug_setHead', [forkHeight]);
    // The same block again would be none: its time is another one.
    this.#aheadS += 1;
    for (let block = 0; block < depth; block += 1)
      await this.#setHead(await this.#seal(await this.#readBlock('latest'), []));
    const { hash } = await this.#readBlock('latest');
    for (const block of replaced) await this.#take(block.hash);
    await this.#setHead(head.hash);
    await this.#setHead(hash);
  }

  /** @param transactions those that wait where null */
  async #seal(parent: z.infer<typeof Block>, transactions: readonly string[] | null): Promise<string> {
    const now = Math.floor(Date.now() / 1_000) + this.#aheadS;
    const attributes = {
      timestamp: toQuantity(Math.max(Number(parent.timestamp) + 1, now)),
      prevRandao: `0x${randomBytes(32).toString('hex')}`,
      suggestedFeeRecipient: `0x${'0'.repeat(38)}fe`,
      withdrawals: [],
      parentBeaconBlockRoot: ZERO_HASH,
    };
    const parameters = [parent.hash, attributes, transactions, null];
    const built = Payload.parse(await this.#ask(this.#options.url, 'testing_buildBlockV1', parameters));
    const { executionPayload, executionRequests } = built;
    this.#payloads.set(executionPayload.blockHash, [executionPayload, [], ZERO_HASH, executionRequests]);
    await this.#take(executionPayload.blockHash);
    return executionPayload.blockHash;
  }

  async #take(hash: string): Promise<void> {
    const taken = await this.#engine('engine_newPayloadV4', this.#payloads.get(hash) ?? []);
    const { status } = z.object({ status: z.string() }).parse(taken);
    if (status !== 'VALID') throw new Error(`geth does not take its own block: ${JSON.stringify(taken)}`);
  }

  async #setHead(headBlockHash: string): Promise<void> {
    const [safeBlockHash, finalizedBlockHash] = [this.#finalHash, this.#finalHash];
    await this.#engine('engine_forkchoiceUpdatedV3', [
      { headBlockHash, safeBlockHash, finalizedBlockHash },
      null,
    ]);
  }

  async #readBlock(at: string): Promise<z.infer<typeof Block>> {
    return Block.parse(await this.#ask(this.#options.url, 'eth_getBlockByNumber', [at, false]));
  }

  /** The engine takes a token that was signed within the last minute (EIP-3675, HS256). */
  #engine(method: string, parameters: readonly unknown[]): Promise<unknown> {
    const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
    const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iat: Math.floor(Date.now() / 1_000) })}`;
    const signature = createHmac('sha256', this.#options.secret).update(text).digest('base64url');
    const authorization = `Bearer ${text}.${signature}`;
    return this.#ask(this.#options.engineUrl, method, parameters, { authorization });
  }

  async #ask(url: string, method: string, params: readonly unknown[], headers = {}): Promise<unknown> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = Answer.parse(await response.json());
    if (error !== undefined) throw new Error(`geth refused ${method}: ${JSON.stringify(error)}`);
    return result;
  }
}
