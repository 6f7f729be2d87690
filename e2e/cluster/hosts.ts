// Hosts of a cluster on one machine. They are network namespaces with a switch between them, which can be cut off, stopped and killed as a
// whole, or just this machine's loopback interface with separate ports.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';

/** One host: its address, and a way to run programs on it. */
export interface Host {
  readonly name: string;
  readonly address: string;
  /** Returns the command line that runs a command on the host. */
  wrap(command: readonly string[]): readonly string[];
  /** Finds a free port of the host. Returns `usual` when the host has all ports to itself. */
  findPort(usual: number): Promise<number>;
}

/** Host with a network of its own. */
export interface IsolatedHost extends Host {
  /** Unplugs the network cable. */
  cut(): void;
  heal(): void;
  /** Sends a signal to all processes of the host. */
  signal(signal: NodeJS.Signals): void;
}

export const LOOPBACK = '127.0.0.1';

/** Host that is this machine. */
export function createLocalHost(name: string): Host {
  return { name, address: LOOPBACK, wrap: (command) => command, findPort: findFreePort };
}

/** Finds a port of the loopback interface that is free at the moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/** Hosts on a switch of their own. This machine is on it too, at `gateway`. Needs root. */
export class IsolatedHosts implements Disposable {
  readonly #tag = randomBytes(2).toString('hex');
  readonly #network = `10.213.${randomBytes(1)[0]}`;
  readonly #names: string[] = [];
  readonly gateway = `${this.#network}.254`;

  constructor() {
    ip('link', 'add', this.#bridge, 'type', 'bridge');
    ip('addr', 'add', `${this.gateway}/24`, 'dev', this.#bridge);
    ip('link', 'set', this.#bridge, 'up');
  }

  add(name: string): IsolatedHost {
    const number = this.#names.length + 1;
    const namespace = `gp${this.#tag}n${number}`;
    const [cable, inner] = [`gp${this.#tag}v${number}`, `gp${this.#tag}i${number}`];
    const address = `${this.#network}.${number}`;
    ip('netns', 'add', namespace);
    this.#names.push(namespace);
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', inner);
    ip('link', 'set', inner, 'netns', namespace);
    ip('link', 'set', cable, 'master', this.#bridge, 'up');
    const inside = ['netns', 'exec', namespace, 'ip'];
    ip(...inside, 'addr', 'add', `${address}/24`, 'dev', inner);
    ip(...inside, 'link', 'set', inner, 'up');
    ip(...inside, 'link', 'set', 'lo', 'up');
    return {
      name,
      address,
      wrap: (command) => ['ip', 'netns', 'exec', namespace, ...command],
      findPort: async (usual) => usual,
      cut: () => ip('link', 'set', cable, 'down'),
      heal: () => ip('link', 'set', cable, 'up'),
      signal: (signal) => signalAll(namespace, signal),
    };
  }

  [Symbol.dispose](): void {
    for (const namespace of this.#names) {
      signalAll(namespace, 'SIGCONT');
      signalAll(namespace, 'SIGKILL');
      // Deletes the cable of the namespace too.
      ip('netns', 'del', namespace);
    }
    ip('link', 'del', this.#bridge);
  }

  get #bridge(): string {
    return `gp${this.#tag}b`;
  }
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function signalAll(namespace: string, signal: NodeJS.Signals): void {
  const { stdout } = spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' });
  for (const pid of stdout
    .split('\n')
    .map(Number)
    .filter((one) => one > 0))
    sendSignal(pid, signal);
}

/** Sends a signal to a process, which may have ended already. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
}
