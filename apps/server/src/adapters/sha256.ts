import type { Sha256 } from '@glasspool/proof';
import { createSHA256 } from 'hash-wasm';

const hasher = await createSHA256();

/** SHA-256 in WebAssembly: for short messages about twice as fast as the machine's own library, which is called across a border. */
export const fastSha256: Sha256 = (message) => hasher.init().update(message).digest('binary');
