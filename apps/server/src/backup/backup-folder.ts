import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, cp, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isId } from '@glasspool/core';
import { BackupError, type Database, dumpDatabase } from '@glasspool/db';
import { z } from 'zod';
import { PART_SUFFIX } from '../adapters/snapshot-files.ts';
import { KEYSTORE_USED } from '../config/keystore-file.ts';
import { openDataFolder } from '../config/private-files.ts';

const PRIVATE_FILE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;
const DATABASE_FILE = 'database.jsonl.gz';
const SNAPSHOTS = 'snapshots';
/** Copied before the database: they do not change while the pool runs. */
const KEYS = ['keystore.json', KEYSTORE_USED, 'secrets.json'];
/** Copied after it: they know at least what the database knows. */
const LOGS = ['signed.log', 'payments.log'];
/** Of these, the signer's. One that runs as another user keeps them in a folder that only it can read. */
const OF_SIGNER = ['keystore.json', KEYSTORE_USED, 'payments.log'];

const Contents = z.strictObject({
  version: z.literal(1),
  /** In ms since the epoch, UTC: the database is not younger. */
  takenAt: z.number(),
  network: z.enum(['local', 'testnet']),
  /** SHA-256 of every file, in hex. */
  files: z.record(z.string(), z.string()),
  /** Whole lines of each log when it was copied: a newer copy begins with them. Older backups say nothing of it. */
  logs: z.optional(z.record(z.string(), z.strictObject({ bytes: z.number(), hash: z.string() }))),
});
type Contents = z.infer<typeof Contents>;

/** Copies a data folder and its database into a new folder while the pool runs. The folder opens the pool: keep it as you keep that. */
export async function writeBackup(
  database: Database,
  backup: {
    dataDir: string;
    /** The signer's folder, unless the signer runs by itself. */
    signerDir: string | undefined;
    folder: string;
    takenAt: number;
    network: Contents['network'];
  },
): Promise<void> {
  const { dataDir, signerDir, folder, takenAt, network } = backup;
  const copy = async (name: string): Promise<void> => {
    const from = OF_SIGNER.includes(name) ? signerDir : dataDir;
    if (from !== undefined && existsSync(join(from, name)))
      await copyFile(join(from, name), join(folder, name));
  };
  openNewFolder(folder);
  for (const name of KEYS) await copy(name);
  await pipeline(
    Readable.from(dumpDatabase(database)),
    createGzip(),
    createWriteStream(join(folder, DATABASE_FILE), { mode: PRIVATE_FILE_MODE, flush: true }),
  );
  for (const name of LOGS) await copy(name);
  if (existsSync(join(dataDir, SNAPSHOTS)))
    // A snapshot under construction gets its name when it is complete, so it may be gone before it is copied; the database does not know it yet.
    await cp(join(dataDir, SNAPSHOTS), join(folder, SNAPSHOTS), {
      recursive: true,
      filter: (path) => !path.endsWith(PART_SUFFIX) && !isId('snapshotDraft', basename(path)),
    });
  await writeContents({ folder, takenAt, network });
}

/** Copies the files of a signer that runs by itself, which only its user can read, into a new folder. */
export async function writeSignerBackup(
  backup: Pick<Contents, 'takenAt' | 'network'> & { signerDir: string; folder: string },
): Promise<void> {
  const { signerDir, folder } = backup;
  openNewFolder(folder);
  for (const name of OF_SIGNER)
    if (existsSync(join(signerDir, name))) await copyFile(join(signerDir, name), join(folder, name));
  if (!existsSync(join(folder, 'keystore.json')))
    throw new BackupError(`There is no keystore in ${signerDir}. Nothing was backed up.`);
  await writeContents(backup);
}

/** Of a pool, or of a signer that runs by itself: neither takes the place of the other. */
export type BackupKind = 'pool' | 'signer';

/** Kind of a backup, by what it lists; undefined for a folder that holds no backup. */
export async function findKind(folder: string): Promise<BackupKind | undefined> {
  try {
    const { files } = Contents.parse(JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')));
    return files[DATABASE_FILE] === undefined ? 'signer' : 'pool';
  } catch {
    return undefined;
  }
}

function openNewFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
}

async function writeContents({
  folder,
  takenAt,
  network,
}: Pick<Contents, 'takenAt' | 'network'> & { folder: string }): Promise<void> {
  const files = await hashFiles(folder);
  const logs = Object.fromEntries(
    LOGS.filter((name) => files[name] !== undefined).map((name) => [
      name,
      readWholeLines(join(folder, name)),
    ]),
  );
  const contents: Contents = { version: 1, takenAt, network, files, logs };
  // Last: a folder without it is not a backup.
  writeFileSync(join(folder, 'backup.json'), `${JSON.stringify(contents, null, 2)}\n`, {
    mode: PRIVATE_FILE_MODE,
    flush: true,
  });
}

/**
 * Contents of a backup, once every file of it matches its hash.
 *
 * @throws BackupError that names the file which is missing or changed. A log that has grown since is taken: it only gets better. One that
 * does not begin with what was backed up is not: payments that it no longer names would be made again.
 */
export async function checkBackup(folder: string): Promise<Contents> {
  const path = join(folder, 'backup.json');
  if (!existsSync(path)) throw new BackupError(`${folder} is not a backup: it has no backup.json.`);
  const contents = Contents.parse(JSON.parse(readFileSync(path, 'utf8')));
  const found = await hashFiles(folder);
  for (const [name, hash] of Object.entries(contents.files)) {
    const isLog = LOGS.includes(name) && found[name] !== undefined;
    if (isLog) assertBegins(join(folder, name), contents.logs?.[name]);
    else if (found[name] !== hash)
      throw new BackupError(`The backup is damaged: ${name} is not what was written.`);
  }
  return contents;
}

function readWholeLines(path: string): { bytes: number; hash: string } {
  const content = readFileSync(path);
  // Half a line may be dropped after a crash.
  const bytes = content.lastIndexOf('\n') + 1;
  return { bytes, hash: hash(content.subarray(0, bytes)) };
}

function assertBegins(path: string, backedUp: { bytes: number; hash: string } | undefined): void {
  if (backedUp === undefined || hash(readFileSync(path).subarray(0, backedUp.bytes)) === backedUp.hash)
    return;
  throw new BackupError(
    `${path} does not begin with what was backed up: lines are missing or changed. Nothing was restored. Put the newest whole copy of it into the backup: without its lines, payments that were made would be made again.`,
  );
}

function hash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Data folder of a pool, and that of its signer. */
interface PoolFolders {
  readonly dataDir: string;
  readonly signerDir: string;
}

function getPlace({ dataDir, signerDir }: PoolFolders, name: string): string {
  return join(OF_SIGNER.includes(name) ? signerDir : dataDir, name);
}

/**
 * Opens the folders that a backup is restored into. Keys that were made out of the words may be there, where the backup has none.
 *
 * @throws BackupError when one of them holds a pool, or what an earlier try left of one
 */
export function openEmptyFolders(folders: PoolFolders, { hasKeys }: { hasKeys: boolean }): void {
  openDataFolder(folders.dataDir);
  openDataFolder(folders.signerDir);
  const mayBeThere = hasKeys ? [] : ['keystore.json', KEYSTORE_USED];
  const taken = [...KEYS, ...LOGS, 'glasspool.db', SNAPSHOTS]
    .filter((name) => !mayBeThere.includes(name))
    .map((name) => getPlace(folders, name))
    .filter((path) => existsSync(path));
  if (taken.length > 0)
    throw new BackupError(
      `The folder is in use: it has ${taken.join(', ')}. Nothing was restored. Name an empty folder (DATA_DIR). If an earlier restore failed and left them, move these files away and run the command again.`,
    );
}

/** Copies the files of a backup that was checked into folders that have none of them. A link, or a snapshot that is not listed, stays behind. */
export async function copyBackup(
  folder: string,
  { files }: Pick<Contents, 'files'>,
  folders: PoolFolders,
): Promise<void> {
  // A newer copy of a log, or the signer's own files, may have been put beside what is listed.
  for (const name of [...KEYS, ...LOGS])
    if (lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true)
      await copyFile(join(folder, name), getPlace(folders, name));
  for (const name of Object.keys(files).filter((one) => one.startsWith(`${SNAPSHOTS}/`))) {
    const place = join(folders.dataDir, name);
    mkdirSync(dirname(place), { recursive: true, mode: PRIVATE_FOLDER_MODE });
    await copyFile(join(folder, name), place);
  }
}

/** The lines of a backup's database. Nothing is read before the first one is asked for, and a file that breaks off throws. */
export async function* readDatabaseLines(folder: string): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8');
  // Not readline: an error of the file would not end its lines, and the reader would wait for ever. Here the loop throws it.
  pipeline(createReadStream(join(folder, DATABASE_FILE)), text).catch(() => undefined);
  let rest = '';
  for await (const chunk of text) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function hashFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name !== 'backup.json')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const hashes: Record<string, string> = {};
  for (const name of names.sort()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    hashes[name] = hash.digest('hex');
  }
  return hashes;
}
