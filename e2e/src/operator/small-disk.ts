// A disk of a few hundred megabytes that a test can fill: memory in a mount namespace, which ends with the process that holds it. Needs root.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Launcher, ROOT } from '../running-server.ts';

const MIB = 1024 ** 2;
const BLOCK = new Uint8Array(MIB);

export class SmallDisk implements AsyncDisposable {
  /** Folder as programs in the namespace see it. */
  readonly folder: string;
  /** The same folder as every other program reaches it. */
  readonly path: string;
  /** Runs a command where the disk is. */
  readonly launch: Launcher;
  readonly #holder: ChildProcess;

  private constructor(folder: string, holder: ChildProcess) {
    this.folder = folder;
    this.path = `/proc/${holder.pid}/root${folder}`;
    this.launch = (command) => ['nsenter', `--target=${holder.pid}`, '--mount', `--wd=${ROOT}`, ...command];
    this.#holder = holder;
  }

  static async start(sizeMib: number): Promise<SmallDisk> {
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-disk-'));
    const script = `mount -t tmpfs -o size=${sizeMib}m none "$0" && echo mounted && exec cat`;
    // It ends when its input does: at the latest with this process.
    const holder = spawn('unshare', ['--mount', 'sh', '-c', script, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
    if (!String(line).includes('mounted')) throw new Error('The small disk was not mounted.');
    return new SmallDisk(folder, holder);
  }

  /** Fills the disk but for a number of MiB; 0 leaves no byte. */
  fill(leaveMib: number): void {
    const { bavail, bsize } = statfsSync(this.path);
    const blocks = Math.ceil((bavail * bsize) / MIB) - leaveMib;
    for (let block = 0; block <= blocks; block += 1)
      try {
        writeFileSync(join(this.path, 'filler'), BLOCK, { flag: 'a' });
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
        throw error;
      }
  }

  free(): void {
    rmSync(join(this.path, 'filler'), { force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#holder, 'exit');
    this.#holder.stdin?.end();
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
