// Debian programs that a cluster needs. Nothing is installed: the commands say which ones are missing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Folders of the server's programs, the newest release first. */
const POSTGRES_FOLDERS = ['17', '16', '15'].map((release) => `/usr/lib/postgresql/${release}/bin`);

interface Program {
  readonly names: readonly string[];
  readonly packageName: string;
}

const PROGRAMS = {
  etcd: { names: ['/usr/bin/etcd', '/usr/local/bin/etcd'], packageName: 'etcd-server' },
  patroni: { names: ['/usr/bin/patroni', '/usr/local/bin/patroni'], packageName: 'patroni python3-etcd' },
  haproxy: { names: ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'], packageName: 'haproxy' },
  postgres: { names: POSTGRES_FOLDERS.map((folder) => `${folder}/postgres`), packageName: 'postgresql' },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;

/** Path of a program; undefined when it is not installed. */
function findProgram(name: ProgramName): string | undefined {
  return PROGRAMS[name].names.find((path) => existsSync(path));
}

/** Returns true when a program is installed. */
export function isThere(name: ProgramName): boolean {
  return findProgram(name) !== undefined;
}

/**
 * Path of a program.
 *
 * @throws Error when it is not installed.
 */
export function getProgram(name: ProgramName): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`There is no ${name}. ${describeMissing()}`);
  return path;
}

/** Says in one sentence which programs are missing and which packages to install; undefined when none is missing. */
export function describeMissing(): string | undefined {
  const missing = (Object.keys(PROGRAMS) as ProgramName[]).filter((name) => findProgram(name) === undefined);
  if (missing.length === 0) return undefined;
  const packages = missing.map((name) => PROGRAMS[name].packageName).join(' ');
  return `A cluster needs programs that are not here: ${missing.join(', ')}. On Debian: sudo apt-get install --no-install-recommends ${packages}`;
}

/** Returns true when this user can create hosts with a switch between them, which needs root on Linux. Tries it. */
export function canIsolateHosts(): boolean {
  if (process.getuid?.() !== 0) return false;
  const name = `gp${process.pid}`;
  const attempts = [
    ['netns', 'add', name],
    ['link', 'add', `${name}b`, 'type', 'bridge'],
    ['link', 'add', `${name}v`, 'type', 'veth', 'peer', 'name', `${name}i`],
    ['link', 'set', `${name}i`, 'netns', name],
  ];
  const worked = attempts.every((args) => spawnSync('ip', args).status === 0);
  for (const args of [
    ['netns', 'del', name],
    ['link', 'del', `${name}b`],
    ['link', 'del', `${name}v`],
  ])
    spawnSync('ip', args);
  return worked && spawnSync('mount', ['--version']).status === 0;
}
