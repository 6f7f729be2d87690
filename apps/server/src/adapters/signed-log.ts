import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignedLog } from '@glasspool/pool/deps';
import { z } from 'zod';

const PRIVATE_FILE_MODE = 0o600;
const Line = z.looseObject({ txHash: z.string() });

/** `signed.log` in the data folder: one JSON line for each signed transaction, on disk before it is broadcast. */
export function createSignedLog(
  dataDir: string,
  findSignerLogEnd: NonNullable<SignedLog['findSignerLogEnd']> = () => undefined,
): SignedLog {
  const path = join(dataDir, 'signed.log');
  // A transaction that is sent again while a node does not know it needs no second line.
  const appended = new Set<unknown>();
  return {
    append: async (entry) => {
      if (appended.has(entry['txHash'])) return;
      await using file = await open(path, 'a+', PRIVATE_FILE_MODE);
      // After a crash within a line, or a disk that was full, the next one begins on its own.
      const gap = (await endsWithin(file)) ? '\n' : '';
      await file.appendFile(`${gap}${JSON.stringify(entry)}\n`);
      await file.sync();
      appended.add(entry['txHash']);
    },
    readEntries: () => readLines(path),
    readHashes: async () => (await readLines(path)).map(({ txHash }) => txHash),
    flush: async () => {
      if (!existsSync(path)) return;
      await using file = await open(path, 'a+', PRIVATE_FILE_MODE);
      await file.sync();
    },
    findSignerLogEnd,
  };
}

async function readLines(path: string): Promise<z.infer<typeof Line>[]> {
  if (!existsSync(path)) return [];
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.flatMap((line, index) =>
    // Half a line is what a crash left: it was not on disk, so its transaction was never broadcast.
    line.endsWith('}') ? [readLine(line, `${path}, line ${index + 1}`)] : [],
  );
}

function readLine(line: string, place: string): z.infer<typeof Line> {
  try {
    return Line.parse(JSON.parse(line));
  } catch (error) {
    throw new Error(
      `${place}: this is not a signed transaction. The file was damaged or changed by hand; restore it from a copy before you start.`,
      { cause: error },
    );
  }
}

/** Returns true when a file ends within a line. */
async function endsWithin(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== '\n';
}
