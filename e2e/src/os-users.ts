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

/** Shows every entry of a folder at another place, then runs a command there. */
const SHOW_AND_RUN = `mount -t tmpfs -o mode=755 none "$1" && for name in $(ls -A "$0"); do
  if [ -d "$0/$name" ]; then mkdir "$1/$name"; else touch "$1/$name"; fi
  mount --bind "$0/$name" "$1/$name" || exit 1
done
cd "$1" && shift && exec "$@"`;

/**
 * Command lines of a user. The repository may be in a folder that only we may enter, so the user sees it at another place, in a mount
 * namespace that ends with the command.
 */
export function runAs(user: OsUser, place: string): Launcher {
  return (command) => [
    'unshare',
    '--mount',
    'sh',
    '-c',
    SHOW_AND_RUN,
    ROOT,
    place,
    ...becoming(user),
    ...command.map((part) => part.replace(ROOT, place)),
  ];
}

/** Runs a command as a user and returns its exit code and what it printed. */
export function tryAs(user: OsUser, command: readonly string[]): { code: number | null; output: string } {
  const [program = '', ...rest] = [...becoming(user), ...command];
  const { status, stdout, stderr } = spawnSync(program, rest, { encoding: 'utf8' });
  return { code: status, output: `${stdout}${stderr}` };
}

/** Beginning of a command line that runs the rest of it as a user. */
function becoming({ uid, gid, groups }: OsUser): string[] {
  const others = groups.length > 0 ? ['--groups', groups.join(',')] : ['--clear-groups'];
  return ['setpriv', '--reuid', String(uid), '--regid', String(gid), ...others];
}
