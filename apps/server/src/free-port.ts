import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from './config/config.ts';

/** Ports that are tried, from that of the settings on. */
const TRIES = 100;

/**
 * The settings with the first port that is free, from theirs on: another program often has the one of a newcomer's first start. Before
 * anything else, for the address of the pool is in what it signs and mails.
 */
export async function withFreePort(config: Config): Promise<Config> {
  const { host, port: first } = config.http;
  for (let port = first; first !== 0 && port < first + TRIES; port += 1)
    if (await isFree(host, port)) return { ...config, http: { ...config.http, port } };
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
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  } finally {
    server.close();
  }
}
