import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bundle, openRemote } from './remote.ts';

/** A folder with a folder for each snapshot, named by its number, or the address of a pool. */
export function openBundle(place: string): Bundle {
  return /^https?:\/\//.test(place) ? openRemote(place.replace(/\/$/, '')) : localBundle(place);
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
