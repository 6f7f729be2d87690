// Goal: the only good backup is never removed, and what failed is never taken for one. Method: folders of both kinds and of many days, a
// clock that is ahead, a backup that fails halfway.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@glasspool/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeSignerBackup } from './backup-folder.ts';
import { makeBackup, nameFolder, removeOld } from './kept-backups.ts';

const NOW = Date.UTC(2026, 10, 29);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'glasspool-kept-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A backup of so many days ago, with the files that its list names. */
function keep(daysAgo: number, file: string): string {
  const folder = nameFolder(root, NOW - daysAgo * DAY_MS);
  mkdirSync(folder);
  const contents = { version: 1, takenAt: NOW - daysAgo * DAY_MS, network: 'local', files: { [file]: '' } };
  writeFileSync(join(folder, 'backup.json'), JSON.stringify(contents));
  return folder;
}

it('removes old ones of its own kind alone, and leaves the newest three whatever their age', async () => {
  const pool = [90, 80, 70, 60].map((daysAgo) => keep(daysAgo, 'database.jsonl.gz'));
  const signer = [91, 81, 71, 61, 1].map((daysAgo) => keep(daysAgo, 'keystore.json'));
  await removeOld(root, { kind: 'signer', until: NOW - 30 * DAY_MS, now: NOW });
  expect(pool.every((folder) => existsSync(folder))).toBe(true);
  expect(signer.map((folder) => existsSync(folder))).toEqual([false, false, true, true, true]);
  // As under a clock that is years ahead.
  await removeOld(root, { kind: 'pool', until: NOW + 700 * DAY_MS, now: NOW });
  expect(pool.map((folder) => existsSync(folder))).toEqual([false, true, true, true]);
});

it('leaves no folder of a backup that failed, and none under its name until it was read again', async () => {
  const folder = nameFolder(root, NOW);
  const failing = makeBackup(folder, async (draft) => {
    mkdirSync(draft);
    expect(existsSync(folder)).toBe(false);
    throw new Error('ENOSPC');
  });
  await expect(failing).rejects.toThrow('ENOSPC');
  const damaged = makeBackup(folder, async (draft) => {
    await writeSignerBackup({ signerDir: newSigner(), folder: draft, takenAt: NOW, network: 'local' });
    writeFileSync(join(draft, 'keystore.json'), 'cut');
  });
  await expect(damaged).rejects.toThrow('The backup is damaged');
  expect(readdirSync(root)).toEqual(['signer']);
  await makeBackup(folder, (draft) =>
    writeSignerBackup({ signerDir: join(root, 'signer'), folder: draft, takenAt: NOW, network: 'local' }),
  );
  expect(readdirSync(folder)).toContain('backup.json');
  await expect(makeBackup(folder, () => Promise.resolve())).rejects.toThrow('is there already');
});

it('removes what was cut off a day ago, and nothing that is being written', async () => {
  for (const daysAgo of [2, 0]) mkdirSync(`${nameFolder(root, NOW - daysAgo * DAY_MS)}.part`);
  mkdirSync(join(root, 'other.part'));
  await removeOld(root, { kind: 'pool', until: 0, now: NOW });
  expect(readdirSync(root).sort()).toEqual(['2026-11-29T00-00-00Z.part', 'other.part']);
});

function newSigner(): string {
  const folder = join(root, 'signer');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'keystore.json'), '{}');
  return folder;
}
