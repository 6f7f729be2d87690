// Runs commands as other users of the machine, for tests of who can read what. Needs root, as every change of user does.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Launcher, ROOT } from './running-server.ts';

/** True where a process may become another user. */
export const CAN_CHANGE_USER = process.getuid?.() === 0;

export interface OsUser {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
}

/** Folders of several users under one that all of them may walk through. */
export class SharedFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'glasspool-users-'));

  constructor() {
    chmodSync(this.path, 0o755);
  }

  /** Makes a folder of a user. */
  make(name: string, { owner, mode }: { owner: Pick<OsUser, 'uid' | 'gid'>; mode: number }): string {
    const folder = join(this.path, name);
    mkdirSync(folder);
    chownSync(folder, owner.uid, owner.gid);
    chmodSync(folder, mode);
    return folder;
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/**
 * Command lines of a user. The repository may be in a folder that only we may enter, so the user sees it at a place of its own, in a
 * mount namespace that ends with the command.
 */
export function runAs({ uid, gid, groups }: OsUser, place: string): Launcher {
  const who = [
    '--reuid',
    uid,
    '--regid',
    gid,
    ...(groups.length > 0 ? ['--groups', groups] : ['--clear-groups']),
  ];
  return (command) => [
    'unshare',
    '--mount',
    'sh',
    '-c',
    'mount --bind "$0" "$1" && cd "$1" && shift && exec "$@"',
    ROOT,
    place,
    'setpriv',
    ...who.map(String),
    ...command.map((part) => part.replace(ROOT, place)),
  ];
}

/** Runs a command as a user and returns its exit code and what it printed. */
export function tryAs(user: OsUser, command: readonly string[]): { code: number | null; output: string } {
  const { uid, gid, groups } = user;
  const who = [
    '--reuid',
    uid,
    '--regid',
    gid,
    ...(groups.length > 0 ? ['--groups', groups] : ['--clear-groups']),
  ];
  const { status, stdout, stderr } = spawnSync('setpriv', [...who.map(String), ...command], {
    encoding: 'utf8',
  });
  return { code: status, output: `${stdout}${stderr}` };
}
