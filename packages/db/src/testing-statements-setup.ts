// Global set-up of vitest: forgets the statements that an earlier run recorded.
import { rm } from 'node:fs/promises';
import { STATEMENTS_FOLDER } from './testing-statements.ts';

export async function setup(): Promise<void> {
  await rm(STATEMENTS_FOLDER, { recursive: true, force: true });
}
