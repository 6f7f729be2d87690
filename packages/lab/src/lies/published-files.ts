import type { SnapshotFiles } from '@glasspool/proof';
import type { ToldLie } from './lie.ts';
import type { PublishedPool } from './publish.ts';

/** Access to what was published, as a reader has it. Throws for a file that is not there. */
export function openPublished(
  { files }: Pick<PublishedPool, 'files'>,
  movements?: ToldLie['movements'],
): SnapshotFiles {
  return {
    ...(movements && { listMovements: async () => movements }),
    async *read(number, name) {
      const file = files.get(`${number}/${name}`);
      if (file === undefined) throw new Error(`There is no ${name} of snapshot ${number}.`);
      yield file;
    },
  };
}
