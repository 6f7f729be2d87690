// SHA-256 as the server has it (apps/server/src/adapters/sha256.ts), so that a bench measures what runs.
import type { Sha256 } from '@glasspool/proof';
import { createSHA256 } from 'hash-wasm';

const hasher = await createSHA256();

export const fastSha256: Sha256 = (message) => hasher.init().update(message).digest('binary');
