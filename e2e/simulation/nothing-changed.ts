import { createHash } from 'node:crypto';
import { dumpDatabase } from '@glasspool/db';
import { ViolationError } from './violation.ts';
import type { World } from './world.ts';

/** State of everything that a backup holds, and how often the pool refused something so far. */
interface Remembered {
  readonly digest: string;
  readonly refusals: number;
}

export async function rememberState(world: World): Promise<Remembered> {
  return { digest: await digestOf(world), refusals: world.counters.get('refusal') };
}

/** Fails when a call that ran alone was refused, and yet something changed. */
export async function expectNothingChanged(world: World, before: Remembered): Promise<void> {
  if (world.counters.get('refusal') === before.refusals) return;
  world.counters.count('refused call compared byte by byte');
  if ((await digestOf(world)) === before.digest) return;
  throw new ViolationError('refused calls change nothing', world.story.at(-1) ?? '');
}

async function digestOf({ db }: World): Promise<string> {
  const hash = createHash('sha256');
  for await (const line of dumpDatabase(db)) hash.update(line);
  return hash.digest('hex');
}
