// Compresses what the server sends as it is, once and as small as it gets, instead of at every request.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';

const DIST = resolve(import.meta.dirname, '../dist');
const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;

for (const file of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (!TEXT.test(file)) continue;
  const content = readFileSync(join(DIST, file));
  writeFileSync(join(DIST, `${file}.gz`), gzipSync(content, { level: zlib.Z_BEST_COMPRESSION }));
  writeFileSync(join(DIST, `${file}.br`), brotliCompressSync(content));
}
