import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startAnvil } from './anvil.ts';
import { BscMiner } from './bsc-miner.ts';
import { findAnvil } from './find-anvil.ts';
import { replaceOrphan } from './orphan.ts';
import { ensureTestToken } from './test-token.ts';
import { startTronNode } from './tron-node/index.ts';

/** Blocks after which the local chains count as final. */
export const LOCAL_FINALITY_BLOCKS = 3;

export interface LocalChainsOptions {
  /** Folder of the chains between starts; in memory only when absent. */
  readonly folder?: string;
  readonly bscBlockMs: number;
  readonly tronBlockMs: number;
  /** Time by which the chains are ahead of the machine, in ms. */
  readonly timeOffsetMs: number;
  /** Program of the BSC node that the settings name. */
  readonly anvilPath?: string | undefined;
  /** The machine's time, in ms. */
  readonly now: () => number;
  /** Starts the BSC node; anvil when left out. */
  readonly startBscNode?: typeof startAnvil;
}

/** Both local chains, with the test USDT deployed. */
export interface LocalChains extends AsyncDisposable {
  readonly bscUrl: string;
  readonly tronUrl: string;
  readonly usdtContract: string;
  /** Moves the time of both chains forward; their next blocks carry it. */
  advanceTime(ms: number): Promise<void>;
}

/** Starts anvil and the TRON development node; disposing stops them and keeps their state. */
export async function startLocalChains(options: LocalChainsOptions): Promise<LocalChains> {
  const { folder } = options;
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  await using stack = new AsyncDisposableStack();
  let offsetMs = options.timeOffsetMs;
  const anvil = stack.use(
    await (options.startBscNode ?? startAnvil)({
      stateFile: folder && join(folder, 'bsc-state.hex'),
      timeOffsetMs: options.timeOffsetMs,
      ...(options.startBscNode === undefined && { program: findAnvil({ named: options.anvilPath }) }),
    }),
  );
  if (folder !== undefined) replaceOrphan(join(folder, 'anvil.pid'), anvil.pid, 'anvil');
  const usdtContract = await ensureTestToken(anvil.url, async () => void (await anvil.call('evm_mine')));
  stack.use(new BscMiner(anvil, options.bscBlockMs));
  const tron = stack.use(
    await startTronNode({
      ...(folder === undefined ? {} : { file: join(folder, 'tron-blocks.jsonl') }),
      blockIntervalMs: options.tronBlockMs,
      solidityLag: LOCAL_FINALITY_BLOCKS,
      now: () => options.now() + offsetMs,
    }),
  );
  const owned = stack.move();
  return {
    bscUrl: anvil.url,
    tronUrl: tron.url,
    usdtContract,
    advanceTime: async (ms) => {
      offsetMs += ms;
      await anvil.call('evm_increaseTime', [Math.floor(ms / 1000)]);
      // So many that the final block carries the new time too.
      for (let block = 0; block <= LOCAL_FINALITY_BLOCKS; block += 1) {
        await anvil.call('evm_mine');
        tron.produceBlock();
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
