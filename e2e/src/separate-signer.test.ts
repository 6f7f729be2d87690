// Goal: with a signer that runs as a separate user, as docs/operations.md has it, the server pays as ever, and neither user reads what
// is the other's: the server gets at no key, no log and no setting of the signer, and the signer may only read the database. A signer
// that was killed is found again. Method: the real programs as two users of this machine, with a real PostgreSQL and a role that only reads.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database, type DatabaseUrl } from '@glasspool/db';
import { createDatabase, type PostgresServer, startPostgres } from '@glasspool/db/testing-postgres';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAN_CHANGE_USER, type OsUser, runAs, SharedFolder, tryAs } from './os-users.ts';
import { eventually, RestClient, signUp } from './rest-client.ts';
import { ROOT, RunningServer } from './running-server.ts';

const CLIENTS = 64_103;
const WEB: OsUser = { uid: 64_101, gid: 64_101, groups: [CLIENTS] };
/** Its files are of the group that may open its socket; their modes keep that group out. */
const SIGNER: OsUser = { uid: 64_102, gid: CLIENTS, groups: [] };
const STRANGER: OsUser = { uid: 64_199, gid: 64_199, groups: [] };
const ROLE = 'glasspool_signer';
const PASSWORD = 'of the role that reads';
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** The statements of docs/operations.md. */
function readGrants(): string[] {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  return [...text.matchAll(/^ *(grant .+;)$/gm)].map(([, statement = '']) => statement);
}

describe.runIf(CAN_CHANGE_USER)('a signer that runs as another user', () => {
  const folders = new SharedFolder();
  let postgres: PostgresServer;
  let server: RunningServer;
  let signer: ChildProcess;
  let signerDir = '';
  let dataDir = '';
  let socketPath = '';
  let placeOfSigner = '';
  let roleUrl: DatabaseUrl;

  const readSettings = (): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    SIGNER_DIR: signerDir,
    SIGNER_SOCKET: socketPath,
    DATABASE_URL: roleUrl,
    KEYSTORE_PASSWORD: 'correct horse battery',
    WITHDRAWAL_DAILY_CAP_USDT: '1000',
  });
  const toCommand = (...command: string[]): readonly string[] =>
    runAs(SIGNER, placeOfSigner)([process.execPath, ...command]);

  /** Runs a command of the project as the signer's user, with its settings. */
  function runCommand(name: string, ...args: string[]): { code: number | null; output: string } {
    const [program = '', ...rest] = toCommand(`apps/server/src/commands/${name}.ts`, ...args);
    const { status, stdout, stderr } = spawnSync(program, rest, { env: readSettings(), encoding: 'utf8' });
    return { code: status, output: `${stdout}${stderr}` };
  }

  async function startSigner(): Promise<void> {
    const [program = '', ...rest] = toCommand('apps/server/src/signer/main.ts');
    signer = spawn(program, rest, { env: readSettings(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    signer.stdout?.on('data', (chunk) => (output += String(chunk)));
    signer.stderr?.on('data', (chunk) => (output += String(chunk)));
    await eventually(async () => {
      if (signer.exitCode !== null) throw new Error(`The signer did not start: ${output}`);
      return output.includes('listens at');
    });
  }

  beforeAll(async () => {
    postgres = await startPostgres();
    await createDatabase(postgres.url, 'glasspool');
    await query(`${postgres.url}/glasspool`, [`create role ${ROLE} login password '${PASSWORD}'`]);
    roleUrl = `postgres://${ROLE}:${encodeURIComponent(PASSWORD)}@${postgres.url.split('@')[1]}/glasspool`;
    signerDir = folders.make('signer', { owner: SIGNER, mode: 0o700 });
    dataDir = folders.make('data', { owner: WEB, mode: 0o700 });
    socketPath = join(folders.make('run', { owner: SIGNER, mode: 0o750 }), 'signer.sock');
    placeOfSigner = folders.make('repository-1', { owner: SIGNER, mode: 0o700 });
    const placeOfWeb = folders.make('repository-2', { owner: WEB, mode: 0o700 });
    await startSigner();
    const settings = {
      DATA_DIR: dataDir,
      SIGNER_SOCKET: socketPath,
      DATABASE_URL: `${postgres.url}/glasspool`,
    };
    server = await RunningServer.start(settings, runAs(WEB, placeOfWeb));
    await query(`${postgres.url}/glasspool`, readGrants());
  });

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    signer?.kill();
    await postgres?.[Symbol.asyncDispose]();
    folders[Symbol.dispose]();
  });

  it('pays withdrawals, also after it was killed and started again', async () => {
    const client = new RestClient(() => server.url);
    await signUp(client, 'alice@example.org');
    const wallet = async () => (await client.get('/get-bsc-wallet')).body.data;
    const { address } = (await wallet()).wallets[1];
    await client.post('/dev/faucet', { address, currency: 'USDT', amount: '1000' });
    await client.post('/dev/fund-reserve', { currency: 'USDT', amount: '1000' });
    await eventually(async () => Number((await wallet()).wallets[1].balance) > 0);
    expect((await client.post('/transfer/invest', { currency: 'USDT' })).status).toBe(200);
    await client.post('/dev/clock/advance', { hours: 24 });
    await eventually(async () => Number((await wallet()).withdrawableBalance) >= 4);
    expect((await withdraw(client, 'first')).status).toBe(200);
    await eventually(() => arePaid(client, 1));

    signer.kill('SIGKILL');
    await once(signer, 'exit');
    await eventually(async () => !(await isReady(server)));
    expect((await withdraw(client, 'second')).status).toBe(200);
    await startSigner();
    await eventually(() => isReady(server));
    await eventually(() => arePaid(client, 2));
  });

  it('keeps its keys, its log and its environment from the server’s user', () => {
    expect(readdirSync(signerDir).sort()).toEqual([
      'keystore.json',
      'keystore.used',
      'payments.log',
      'signer.lock',
    ]);
    const secret = [
      join(signerDir, 'keystore.json'),
      join(signerDir, 'payments.log'),
      `/proc/${signer.pid}/environ`,
      `/proc/${signer.pid}/mem`,
    ];
    for (const path of secret) {
      expect(tryAs(SIGNER, ['head', '-c', '0', path]).code).toBe(0);
      expect(tryAs(WEB, ['head', '-c', '0', path]).output).toContain('Permission denied');
    }
    // ASVS 13.3.2
    expect(existsSync(join(dataDir, 'keystore.json'))).toBe(false);
  });

  it('reads nothing of the data folder, which is closed to everyone else', () => {
    const path = join(dataDir, 'secrets.json');
    expect(tryAs(WEB, ['head', '-c', '0', path]).code).toBe(0);
    for (const user of [SIGNER, STRANGER])
      expect(tryAs(user, ['head', '-c', '0', path]).output).toContain('Permission denied');
  });

  it('lets the server’s group ask, and no one else', () => {
    const connect = `require('node:net').connect(${JSON.stringify(socketPath)}).on('data', () => process.exit(0)).on('error', (error) => { console.log(error.code); process.exit(1); })`;
    const ask = (user: OsUser): { status: number | null; stdout: string } => {
      const [program = '', ...rest] = runAs(user, placeOfSigner)([process.execPath, '-e', connect]);
      return spawnSync(program, rest, { encoding: 'utf8' });
    };
    expect(ask(WEB).status).toBe(0);
    // ASVS 13.2.1
    expect(ask(STRANGER).stdout).toContain('EACCES');
  });

  it('reads what it needs of the database, and changes nothing', async () => {
    await expect(query(roleUrl, ['select id, state from withdrawal limit 1'])).resolves.toBeUndefined();
    // ASVS 13.2.1
    for (const refused of [
      "update withdrawal set state = 'approved'",
      'delete from outgoing_transaction',
      "insert into setting values ('a', 'b')",
      'select email from "user"',
      'select * from session',
    ])
      await expect(query(roleUrl, [refused])).rejects.toThrow('permission denied');
  });

  it('is found right by its own check, which names the rights that it lacks', async () => {
    expect(runCommand('config', 'check-signer')).toMatchObject({ code: 0 });
    await query(`${postgres.url}/glasspool`, [`revoke select on wallet from ${ROLE}`]);
    const lacking = runCommand('config', 'check-signer');
    await query(`${postgres.url}/glasspool`, readGrants());
    expect([lacking.code, lacking.output]).toEqual([
      1,
      expect.stringMatching(/WRONG.*permission denied for table wallet.*signer-grants\.sql/),
    ]);
  });

  it('backs up its keys and its log as its user, where the server cannot', () => {
    const root = folders.make('signer-backups', { owner: SIGNER, mode: 0o700 });
    expect(runCommand('backup', '--signer', '--into', root)).toMatchObject({ code: 0 });
    const [name = ''] = readdirSync(root);
    expect(readdirSync(join(root, name)).sort()).toEqual([
      'backup.json',
      'keystore.json',
      'keystore.used',
      'payments.log',
    ]);
    expect(tryAs(WEB, ['ls', root]).output).toContain('Permission denied');
  });

  it('signs nothing beside an empty database, nor when its log lost the newest line', async () => {
    await server.stop();
    await createDatabase(postgres.url, 'empty');
    const empty = {
      DATABASE_URL: `${postgres.url}/empty`,
      DATA_DIR: folders.make('data-2', { owner: WEB, mode: 0o700 }),
    };
    await expect(server.start(empty)).rejects.toThrow(
      /The note of the signer beside its keystore says that a pool has used these keys, and .* is empty/,
    );
    signer.kill('SIGKILL');
    await once(signer, 'exit');
    const path = join(signerDir, 'payments.log');
    const text = readFileSync(path, 'utf8');
    // As its owner: its mode stays.
    truncateSync(path, text.lastIndexOf('\n', text.length - 2) + 1);
    await startSigner();
    await server.start();
    await eventually(async () =>
      readFileSync(join(dataDir, 'server.log'), 'utf8').includes('payments.log lost lines'),
    );
    expect(await isReady(server)).toBe(false);
    await server.stop();
    writeFileSync(path, text);
  });
});

async function query(url: DatabaseUrl, statements: readonly string[]): Promise<void> {
  await using database = new Database(() => url);
  for (const statement of statements) await sql.raw(statement).execute(database.untyped());
}

async function isReady(server: RunningServer): Promise<boolean> {
  return (await fetch(`${server.url}/readyz`)).status === 200;
}

function withdraw(client: RestClient, idempotencyKey: string) {
  return client.post('/withdraw', {
    receiverAddress: OUTSIDE,
    amount: '2',
    currency: 'USDT',
    idempotencyKey,
  });
}

async function arePaid(client: RestClient, count: number): Promise<boolean> {
  const { body } = await client.get('/transactions/get-transactions', { type: 'withdrawal' });
  return body.meta.total === count;
}
