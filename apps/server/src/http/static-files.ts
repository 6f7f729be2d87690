import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const WEB_DIST = resolve(import.meta.dirname, '../../../web/dist');
const ONE_YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/** Whether the web app has been built. */
export function isWebBuilt(): boolean {
  return existsSync(join(WEB_DIST, 'index.html'));
}

/** Hashes of the style elements that libraries of the web app add, as its build found them. */
export function readStyleHashes(): readonly string[] {
  const file = join(WEB_DIST, 'csp.json');
  return existsSync(file)
    ? z.object({ styleHashes: z.array(z.string()) }).parse(JSON.parse(readFileSync(file, 'utf8'))).styleHashes
    : [];
}

/** Serves the built web app. Files with a hash in their name never change. */
export async function registerStaticFiles(server: FastifyInstance): Promise<void> {
  await server.register(fastifyStatic, {
    root: WEB_DIST,
    wildcard: false,
    index: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header(
        'cache-control',
        isHashed ? `public, max-age=${ONE_YEAR_MS / 1_000}, immutable` : 'no-cache',
      );
    },
  });
}
