import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Ends a node that a killed process left behind: the one whose process id is in a file, if it still is that program. Then notes
 * the new one. Only Linux can tell what a process is; elsewhere nothing is ended.
 */
export function replaceOrphan(pidFile: string, pid: number, program: string): void {
  const orphan = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
  if (Number.isInteger(orphan) && orphan > 0 && getCommand(orphan).includes(program))
    process.kill(orphan, 'SIGKILL');
  writeFileSync(pidFile, String(pid));
}

function getCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It is gone, or this is not Linux.
    return '';
  }
}
