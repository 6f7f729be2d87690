import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config } from './config/config.ts';

export const PORT_FILE = 'http.port';
/** Ports that are tried, from that of the settings on. */
const TRIES = 100;

/**
 * The settings with the first port that is free, from theirs on: another program often has the one of a newcomer's first start. Before
 * anything else, for the address of the pool is in what it signs and mails. Free on ::1 too: a browser may go there for `localhost`, and find
 * the other program.
 */
export async function withFreePort(config: Config): Promise<Config> {
  const { host, port: first } = config.http;
  for (let port = first; first !== 0 && port < first + TRIES; port += 1)
    if ((await isFree(host, port)) && (await isFree('::1', port)))
      return { ...config, http: { ...config.http, port } };
  // The server says what keeps it from listening.
  return config;
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // A machine without IPv6 has no other program there.
    if (host === '::1' && code !== 'EADDRINUSE') return true;
    if (code === 'EADDRINUSE') return false;
    throw error;
  } finally {
    server.close();
  }
}

/** Keeps the port that a local pool was given for commands beside it: the one of the settings may be another program's. */
export function recordPort({ network, dataDir }: Config, port: string): void {
  if (network === 'local') writeFileSync(join(dataDir, PORT_FILE), port);
}

/** The settings with the port that the local pool of the data folder has, or had. */
export function withRecordedPort(config: Config): Config {
  const path = join(config.dataDir, PORT_FILE);
  if (config.network !== 'local' || !existsSync(path)) return config;
  return { ...config, http: { ...config.http, port: Number(readFileSync(path, 'utf8')) } };
}
