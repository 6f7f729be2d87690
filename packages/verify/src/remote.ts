// Published data of a pool, as its server sends it. Runs in a browser too.
import type { SnapshotFiles } from '@glasspool/proof';
import { z } from 'zod';

const Movements = z.object({
  data: z.array(z.object({ network: z.enum(['BSC', 'TRON']), txHash: z.string() })),
});
const Newest = z.object({ data: z.array(z.object({ number: z.int() })) });

/** Place that snapshots are read from, which knows the newest one. */
export interface Bundle extends SnapshotFiles {
  findNewest(): Promise<number>;
}

/** Reads from the pool at this address, which has no slash at its end. Each call throws when the server does not answer with a file. */
export function openRemote(url: string): Bundle {
  const base = `${url}/api/transparency/snapshots`;
  return {
    async *read(snapshotNumber, name) {
      const response = await fetch(`${base}/${snapshotNumber}/${name}`);
      if (!response.ok || response.body === null)
        throw new Error(`${base}/${snapshotNumber}/${name} answered ${response.status}.`);
      // Not every browser iterates over a body.
      const reader = response.body.getReader();
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
        if (value !== undefined) yield value;
    },
    listMovements: async (sinceMs) => {
      const response = await fetch(`${url}/api/transparency/movements?since=${sinceMs}`);
      if (!response.ok) throw new Error(`${url} does not list what left since the snapshot.`);
      return Movements.parse(await response.json()).data;
    },
    findNewest: async () => {
      const response = await fetch(`${base}?limit=1`);
      const [newest] = Newest.safeParse(await response.json()).data?.data ?? [];
      if (newest === undefined) throw new Error(`${url} has published no snapshot.`);
      return newest.number;
    },
  };
}
