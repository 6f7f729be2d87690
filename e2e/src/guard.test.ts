// Goal: pointed at a network where tokens have value, the program says so and ends; it signs nothing and serves nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './running-server.ts';

const TRON_MAINNET = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const TRON_NILE = '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc';

/** A node that says which chain it is on, for both protocols, and writes down what it was asked. */
async function startNode(chainId: number, genesis: string, asked: string[]) {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = JSON.parse(text || '{}');
    asked.push(String(body.method ?? request.url));
    response.setHeader('content-type', 'application/json');
    const answer = body.method
      ? { jsonrpc: '2.0', id: body.id, result: `0x${chainId.toString(16)}` }
      : { blockID: genesis, block_header: { raw_data: {} } };
    response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

it.each([
  ['BSC mainnet', 56, TRON_NILE, 'BSC mainnet (chain 56), where tokens have value'],
  ['Ethereum', 1, TRON_NILE, 'The BSC node is on chain 1.'],
  ['TRON mainnet', 97, TRON_MAINNET, 'TRON mainnet, where tokens have value'],
])('refuses to run on %s', async (_title, chainId, genesis, message) => {
  const asked: string[] = [];
  const node = await startNode(chainId, genesis, asked);
  const dataDir = mkdtempSync(join(tmpdir(), 'glasspool-guard-'));
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NETWORK: 'testnet',
      PORT: '0',
      DATA_DIR: dataDir,
      BSC_RPC_URL: node.url,
      TRON_RPC_URL: node.url,
      USDT_CONTRACT: `0x${'11'.repeat(20)}`,
      PUBLIC_URL: 'https://pool.example.org',
      TRUSTED_PROXIES: '127.0.0.1',
      KEYSTORE_PASSWORD: 'correct horse battery',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'Pool <pool@example.org>',
      SUPPORT_EMAIL: 'support@example.org',
      SUPPORT_PHONE: '+1 555 0199',
      COMMUNITY_URL: 'https://community.example.org',
    },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  node.stop();
  expect(child.exitCode).toBe(1);
  expect(output).toContain('Glasspool did not start.');
  expect(output).toContain(message);
  expect(output).toContain('Nothing was signed.');
  expect(output).not.toContain('address');
  expect(asked.every((method) => ['eth_chainId', '/wallet/getblockbynum'].includes(method))).toBe(true);
  expect(readdirSync(dataDir)).not.toContain('signed.log');
  rmSync(dataDir, { recursive: true });
});
