import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SnapshotFiles } from '@glasspool/core/solvency';
import { z } from 'zod';

const Movements = z.object({
  data: z.array(z.object({ network: z.enum(['BSC', 'TRON']), txHash: z.string() })),
});

/** Where snapshots are read from, and the newest that is there. */
export interface Bundle extends SnapshotFiles {
  findNewest(): Promise<number>;
}

/** A folder with a folder for each snapshot, named by its number, or the address of a pool. */
export function openBundle(place: string): Bundle {
  return /^https?:\/\//.test(place) ? remoteBundle(place.replace(/\/$/, '')) : localBundle(place);
}

function localBundle(folder: string): Bundle {
  return {
    read: (snapshotNumber, name) => createReadStream(join(folder, String(snapshotNumber), name)),
    findNewest: async () => {
      const numbers = (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number);
      if (numbers.length === 0) throw new Error(`There is no snapshot in ${folder}.`);
      return Math.max(...numbers);
    },
  };
}

function remoteBundle(url: string): Bundle {
  const base = `${url}/api/transparency/snapshots`;
  return {
    async *read(snapshotNumber, name) {
      const response = await fetch(`${base}/${snapshotNumber}/${name}`);
      if (!response.ok || response.body === null)
        throw new Error(`${base}/${snapshotNumber}/${name} answered ${response.status}.`);
      yield* response.body;
    },
    listMovements: async (sinceMs) => {
      const response = await fetch(`${url}/api/transparency/movements?since=${sinceMs}`);
      if (!response.ok) throw new Error(`${url} does not list what left since the snapshot.`);
      return Movements.parse(await response.json()).data;
    },
    findNewest: async () => {
      const response = await fetch(`${base}?limit=1`);
      const answer: unknown = await response.json();
      const number = newestIn(answer);
      if (number === undefined) throw new Error(`${url} has published no snapshot.`);
      return number;
    },
  };
}

function newestIn(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return undefined;
  const [first]: unknown[] = Array.isArray(answer.data) ? answer.data : [];
  if (typeof first !== 'object' || first === null || !('number' in first)) return undefined;
  return typeof first.number === 'number' ? first.number : undefined;
}
