import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const WEB_DIST = resolve(import.meta.dirname, '../../../web/dist');
const ONE_YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/** Returns true when the web app has been built. */
export function isWebBuilt(): boolean {
  return existsSync(join(WEB_DIST, 'index.html'));
}

const Hashes = z.object({ scriptHashes: z.array(z.string()), styleHashes: z.array(z.string()) });

/** Hashes of the script and style elements that stand in the web app's pages, as its build found them. */
export function readElementHashes(): z.infer<typeof Hashes> {
  const file = join(WEB_DIST, 'csp.json');
  if (!existsSync(file)) return { scriptHashes: [], styleHashes: [] };
  return Hashes.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** The script that asks a node of the user's choice. A worker has the policy that it was sent with, not that of its page. */
const AUDIT_WORKER = /\/assets\/audit\.worker-[^/]+\.js$/;
const AUDIT_WORKER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // A node of the user's own on this machine has no certificate.
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "require-trusted-types-for 'script'",
].join(';');

/** Serves the built web app. Files with a hash in their name never change. */
export async function registerStaticFiles(server: FastifyInstance): Promise<void> {
  await server.register(fastifyStatic, {
    root: WEB_DIST,
    wildcard: false,
    index: false,
    // The build has compressed every text.
    preCompressed: true,
    setHeaders: (reply, path) => {
      if (AUDIT_WORKER.test(path.replace(/\.(br|gz)$/, '')))
        reply.header('content-security-policy', AUDIT_WORKER_POLICY);
      const isHashed = path.includes('/assets/');
      reply.header(
        'cache-control',
        isHashed ? `public, max-age=${ONE_YEAR_MS / 1_000}, immutable` : 'no-cache',
      );
    },
  });
}

const Pages = z.record(z.string(), z.object({ file: z.string(), isDrawn: z.boolean() }));

/** Finds the file that a page of the web app begins with: its own, where the build made one, otherwise the empty shell. */
export function createPageFinder(): (url: string) => string {
  const list = join(WEB_DIST, 'pages.json');
  const pages = new Map(
    existsSync(list) ? Object.entries(Pages.parse(JSON.parse(readFileSync(list, 'utf8')))) : [],
  );
  return (url) => {
    const [path = '', query] = url.split('?');
    const page = pages.get(path);
    // The build drew pages without a query, which may change what they show.
    return page === undefined || (page.isDrawn && query !== undefined) ? 'index.html' : page.file;
  };
}
