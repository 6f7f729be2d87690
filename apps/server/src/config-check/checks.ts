import { lookup } from 'node:dns/promises';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeNodeError } from '@glasspool/chains';
import { createMnemonic, deriveKeys, KeystoreError } from '@glasspool/chains/keys';
import { TronChain } from '@glasspool/chains/tron';
import { NETWORKS } from '@glasspool/core';
import { Database, describeMigrations } from '@glasspool/db';
import { type DependencyFinding, type DependencyReason, WELL } from '@glasspool/pool/dependencies';
import { machineClock } from '../adapters/clock.ts';
import { createMailServer } from '../adapters/mail.ts';
import { connectNodes } from '../chains.ts';
import { type Config, readDatabaseUrl, readSmtpUrl } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { describeDatabasePlace } from '../config/database-place.ts';
import { listSecretFiles } from '../config/env.ts';
import { readMnemonic } from '../config/keystore-file.ts';
import type { SignerConfig } from '../config/signer-config.ts';
import { findDatabaseTrouble } from '../dependencies/database-probe.ts';
import { createDiskProbe } from '../dependencies/disk-probe.ts';
import { type NamedNode, probeNodes } from '../dependencies/node-probe.ts';
import { connectSigner } from '../signer/connect-signer.ts';
import { readFinalTime } from '../signer/final-time.ts';

/** Permissions of the group and of all others (POSIX). */
const OTHERS = 0o077;

/** Result of one comparison of settings with the world. */
export interface Check {
  readonly subject: string;
  readonly finding: DependencyFinding;
}

function wrong(reason: DependencyReason, sentence: string): DependencyFinding {
  return { state: 'refused', reason, sentence };
}

/** Checks that a folder is there, closed to other users, and takes files. */
export async function checkFolder(setting: string, folder: string): Promise<Check> {
  const subject = `${setting} (${folder})`;
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined)
    return {
      subject,
      finding: wrong('unreachable', 'it is not there. Create it for the user that runs the program.'),
    };
  if (process.getuid !== undefined && stat.uid !== process.getuid())
    return {
      subject,
      finding: wrong(
        'read-only',
        'it belongs to another user. Run this command as the user that runs the program, or chown it.',
      ),
    };
  if ((stat.mode & OTHERS) !== 0)
    return {
      subject,
      finding: wrong(
        'read-only',
        'other users of this machine can read it. Close it (chmod 700); the start does so too.',
      ),
    };
  const disk = (await createDiskProbe(folder).run()).get('disk') ?? WELL;
  return { subject, finding: disk };
}

/** Checks that no file with a secret can be read by other users. */
export function checkSecretFiles(): Check[] {
  return listSecretFiles().map(({ setting, file }) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    const isOpen = stat !== undefined && (stat.mode & OTHERS & 0o007) !== 0;
    return {
      subject: `${setting} (${file})`,
      finding: isOpen
        ? wrong('read-only', 'every user of this machine can read it. Close it (chmod 600).')
        : WELL,
    };
  });
}

/** Checks that the database takes the login, and that its schema is one that this version can work with. */
export async function checkDatabase(dataDir: string): Promise<Check> {
  const subject = describeDatabasePlace(dataDir);
  const url = readDatabaseUrl(dataDir);
  // Opening a SQLite file would make it.
  if (url.startsWith('sqlite:') && !existsSync(url.slice('sqlite:'.length)))
    return { subject: `${subject}, which the first start makes`, finding: WELL };
  try {
    await using database = new Database(() => url);
    return { subject: `${subject}: ${await describeMigrations(database)}`, finding: WELL };
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    return { subject, finding: findDatabaseTrouble(error, 'It') ?? wrong('bad-answer', sentence) };
  }
}

const NO_TABLE = '42P01';

/** Checks that the signer may read what it reads, and asks for no more: its role has no right to see how far the schema is. */
export async function checkSignerDatabase(dataDir: string): Promise<Check> {
  const subject = `${describeDatabasePlace(dataDir)}, as the signer reads it`;
  try {
    await using database = new Database(() => readDatabaseUrl(dataDir));
    for (const table of ['withdrawal', 'outgoingTransaction', 'wallet', 'setting'] as const)
      await database.read.selectFrom(table).selectAll().limit(1).execute();
    await database.read.selectFrom('user').select(['id', 'lockedAt']).limit(1).execute();
    return { subject, finding: WELL };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NO_TABLE)
      return { subject: `${subject}: empty, the first start of the server makes its tables`, finding: WELL };
    const sentence = error instanceof Error ? error.message : String(error);
    const trouble = findDatabaseTrouble(error, 'It') ?? wrong('bad-answer', sentence);
    const isRefused = sentence.includes('permission denied');
    const help = isRefused ? ' What it needs is in deploy/signer-grants.sql, and nothing else.' : '';
    return { subject, finding: { ...trouble, sentence: `${trouble.sentence}${help}` } };
  }
}

/** Checks every node: its network, its token, its head, and the clock of this machine. */
export async function* checkNodes(config: Config): AsyncGenerator<Check> {
  if (config.chains.network === 'local') return;
  // Keys of no pool: the nodes are only asked, and nothing is signed.
  using connected = connectNodes(config, config.chains, deriveKeys(createMnemonic()));
  const findings = await probeNodes(connected.nodes, machineClock.now);
  for (const node of connected.nodes) {
    const finding = findings.get(node.name) ?? WELL;
    // A sentence of trouble has setting and host in it.
    yield { subject: finding.state === 'ok' ? `${node.name}, ${node.place}` : node.name, finding };
    if (finding.reason === 'ok' && node.keepsInternal !== undefined) yield await checkInternal(node);
  }
  const isCompared = NETWORKS.every((network) =>
    connected.nodes.some(({ name, chain }) => chain.network === network && hasHead(findings.get(name))),
  );
  const clock = isCompared
    ? findings.get('clock')
    : wrong('unreachable', 'not compared: it takes a node of each network that answers.');
  yield { subject: 'clock of this machine, compared with both networks', finding: clock ?? WELL };
}

/** Checks every TRON node of a signer: before a second signature of one TRX withdrawal all of them have to answer. */
export async function* checkSignerNodes({
  network,
  tronNodes,
}: Pick<SignerConfig, 'network' | 'tronNodes'>): AsyncGenerator<Check> {
  const keys = deriveKeys(createMnemonic()).TRON;
  for (const [index, urls] of tronNodes.entries()) {
    const subject = `TRON node ${index + 1} of the signer, at ${new URL(urls.rpcUrl).host}`;
    const finding = await readFinalTime(new TronChain({ network, ...urls, keys })).then(
      () => WELL,
      (error: unknown) =>
        wrong('unreachable', `${describeNodeError(error)}. Check that it runs, and its address.`),
    );
    yield { subject, finding };
  }
}

/** True for a node that told its newest block. */
function hasHead(finding: DependencyFinding | undefined): boolean {
  return finding !== undefined && ['ok', 'behind', 'ahead', 'disagrees'].includes(finding.reason);
}

/** Checks that a TRON node keeps what contracts pay. No answer of a node tells its setting: its newest receipts do. */
async function checkInternal({ name, keepsInternal }: NamedNode): Promise<Check> {
  const subject = `${name}: internal transactions, which carry what contracts pay (vm.saveInternalTx)`;
  const keeps = await keepsInternal?.();
  if (keeps === true) return { subject, finding: WELL };
  if (keeps === undefined)
    return { subject: `${subject}; too few calls in its newest blocks to tell`, finding: WELL };
  return {
    subject,
    finding: wrong(
      'bad-answer',
      'none of the contracts that were paid TRX in its newest blocks paid any on. A node without vm.saveInternalTx = true, which is the default, has no such receipts: deposits that come from a contract are not seen. Set it in the node, or name another node.',
    ),
  };
}

/** Checks that the mail server takes the login over TLS. Nothing is sent. */
export async function checkMail({ mailFrom, requiresSmtpTls }: Config): Promise<Check[]> {
  if (readSmtpUrl() === undefined) return [];
  const server = createMailServer({
    readSmtpUrl,
    from: mailFrom,
    requiresTls: requiresSmtpTls,
    onFinding: () => undefined,
  });
  return [{ subject: 'SMTP_URL (npm run test-mail sends a mail)', finding: await server.probe() }];
}

/** Checks that the signer of the settings answers. */
export async function checkSignerSocket(socketPath: string): Promise<Check> {
  const subject = `SIGNER_SOCKET (${socketPath})`;
  try {
    await using signer = await connectSigner(socketPath);
    await signer.ping();
    return { subject, finding: WELL };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { subject, finding: wrong('unreachable', error.message) };
  }
}

/** Checks that the keystore opens with its password. */
export function checkKeystore(dir: string, readPassword: () => string): Check {
  const subject = `keystore in ${dir}`;
  if (!existsSync(join(dir, 'keystore.json')))
    return { subject: `${subject}, which the first start makes`, finding: WELL };
  try {
    readMnemonic(dir, readPassword());
    return { subject, finding: WELL };
  } catch (error) {
    if (!(error instanceof KeystoreError || error instanceof ConfigError)) throw error;
    return { subject, finding: wrong('login-refused', error.message) };
  }
}

/** Checks that the name in the public address is known. */
export async function checkPublicUrl(publicUrl: string): Promise<Check> {
  const { hostname } = new URL(publicUrl);
  const subject = `PUBLIC_URL (${publicUrl})`;
  return lookup(hostname).then(
    () => ({ subject, finding: WELL }),
    (error: Error) => ({
      subject,
      finding: wrong('unreachable', `the name is not known here: ${error.message}. Check DNS.`),
    }),
  );
}
