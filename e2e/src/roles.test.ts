// Goal: a second signer of the same folder stands by, and signs once the first has ended; a role that lacks what the processes share does not
// start. Method: the real program in each role.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './rest-client.ts';
import { ROOT, RunningServer } from './running-server.ts';

const MAIN = 'apps/server/src/main.ts';

describe('a signer that stands by', () => {
  let folder: string;
  let server: RunningServer;
  let standby: ChildProcess;
  let output = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'glasspool-standby-'));
    server = await RunningServer.start();
    const env = {
      ...process.env,
      NETWORK: 'local',
      DATA_DIR: server.dataDir,
      SIGNER_SOCKET: join(folder, 'socket'),
    };
    standby = spawn(process.execPath, [MAIN, '--role', 'signer'], { cwd: ROOT, env });
    standby.stdout?.on('data', (chunk) => (output += String(chunk)));
    standby.stderr?.on('data', (chunk) => (output += String(chunk)));
  });
  afterAll(async () => {
    const ended = once(standby, 'exit');
    standby.kill('SIGTERM');
    await ended;
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it('does not sign while another has its folder, and takes over when that one was killed', async () => {
    await eventually(async () => /stands by|listens/.test(output));
    expect(output).not.toContain('listens');
    // Its signer ends with it.
    await server.kill();
    await eventually(async () => output.includes('The signer listens at'));
  });
});

describe('a process', () => {
  const start = (args: readonly string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [MAIN, ...args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    });

  it.each([
    [['--role', 'boss'], 'there is no role boss'],
    [['--role', 'web'], 'DATABASE_URL: several processes share PostgreSQL'],
    [['--role', 'worker'], 'SIGNER_SOCKET: all processes have the same signer'],
    [['--port', '1'], 'The only argument is --role'],
  ])('does not start with %j, and says why', (args, reason) => {
    const { status, stderr, stdout } = start(args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('    at ');
  });
});
