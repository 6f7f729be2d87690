import { execFile } from 'node:child_process';

export interface ProgramResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end. The test's own event loop goes on meanwhile: one that is blocked does not see that the server closes an idle
 * connection, and sends the next request on it.
 */
export function runProgram(
  program: string,
  parameters: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      parameters,
      { ...options, maxBuffer: 2 ** 27 },
      (_error, stdout, stderr) => resolve({ status: child.exitCode, stdout, stderr }),
    );
  });
}
