// Stands between the program and a node, and does what nodes and the lines to them do in an operator's life.

import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type ForwardedCall, ForwardingProxy, JSON_HEADERS } from '@glasspool/chains/testing';

/**
 * `down`: connections are reset; `silent`: nothing is answered; `slow`: each answer takes two seconds; `refusing`: each answer is 429;
 * `wrong network`: it is a node of the main network; `stale`: its newest block is a minute old and stays;
 * `lying head`: its newest block is a thousand higher than it is.
 */
export type NodeFault = 'down' | 'silent' | 'slow' | 'refusing' | 'wrong network' | 'stale' | 'lying head';

const SLOW_MS = 2_000;
const LIE_BLOCKS = 1_000;
const STALE_MS = 65_000;
const NILE_GENESIS = '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc';
const MAINNET_GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const HEADS: ReadonlySet<string> = new Set(['/wallet/getnowblock', '/walletsolidity/getnowblock']);

interface Call {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
}

/** Proxy in front of a node of BSC (JSON-RPC) or TRON (java-tron's HTTP API). */
export class NodeProxy extends ForwardingProxy {
  fault: NodeFault | undefined;
  /** Added to the time of every block: what a program with a wrong clock sees. In ms. */
  timeShiftMs = 0;

  static start(target: string): Promise<NodeProxy> {
    return new NodeProxy(target).listen();
  }

  protected override async answer(call: ForwardedCall, response: ServerResponse): Promise<void> {
    const { fault } = this;
    if (fault === 'down') return void response.destroy();
    if (fault === 'silent') return;
    if (fault === 'refusing')
      return void response.writeHead(429, JSON_HEADERS).end('{"error":"too many requests"}');
    if (fault === 'slow') await setTimeout(SLOW_MS);
    const { status, text } = await this.forward(call);
    const changed = call.url === '/' ? this.#changeBsc(call.body, text) : this.#changeTron(call.url, text);
    response.writeHead(status, JSON_HEADERS).end(changed);
  }

  #changeBsc(body: string, text: string): string {
    const call: Call | readonly Call[] = JSON.parse(body);
    const answer: unknown = JSON.parse(text);
    if (Array.isArray(call) || !isRecord(answer)) return text;
    const { method, params } = call as Call;
    if (method === 'eth_chainId' && this.fault === 'wrong network')
      return JSON.stringify({ ...answer, result: '0x38' });
    if (method !== 'eth_getBlockByNumber' || !isRecord(answer['result'])) return text;
    const isHead = params?.[0] === 'latest';
    const { number, timestamp } = answer['result'];
    const seconds = Number(timestamp) + this.#getShiftMs(isHead) / 1_000;
    const height = Number(number) + (isHead && this.fault === 'lying head' ? LIE_BLOCKS : 0);
    const result = { ...answer['result'], timestamp: toHex(seconds), number: toHex(height) };
    return JSON.stringify({ ...answer, result });
  }

  #changeTron(url: string, text: string): string {
    const genesis = this.fault === 'wrong network' ? MAINNET_GENESIS : NILE_GENESIS;
    if (url === '/wallet/getblockbynum' || HEADS.has(url)) {
      const block: unknown = JSON.parse(text);
      if (!isRecord(block) || !isRecord(block['block_header'])) return text;
      const { raw_data: data } = block['block_header'];
      if (!isRecord(data)) return text;
      if (url === '/wallet/getblockbynum' && !Number(data['number'] ?? 0))
        return JSON.stringify({ ...block, blockID: genesis });
      const isHead = url === '/wallet/getnowblock';
      const raw_data = {
        ...data,
        number: Number(data['number'] ?? 0) + (isHead && this.fault === 'lying head' ? LIE_BLOCKS : 0),
        timestamp: Number(data['timestamp'] ?? 0) + this.#getShiftMs(isHead),
      };
      return JSON.stringify({ ...block, block_header: { ...block['block_header'], raw_data } });
    }
    return text;
  }

  #getShiftMs(isHead: boolean): number {
    return this.timeShiftMs - (isHead && this.fault === 'stale' ? STALE_MS : 0);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toHex(value: number): string {
  return `0x${Math.floor(value).toString(16)}`;
}
