// Stands between the pool and a node, and does what networks and nodes do: answers that never come, come too late, are cut off, are
// of an older block, leave events out or tell them twice, and broadcasts whose answer says nothing of what became of them.
import type { ServerResponse } from 'node:http';
import { type ForwardedCall, ForwardingProxy, JSON_HEADERS } from '@glasspool/chains/testing';
import type { SeededRandom } from '@glasspool/core/testing';

/** One fault in so many requests, while the proxy is armed: more where money is. */
const FAULT_EVERY = { broadcast: 2, receipt: 4, other: 10 } as const;
/** Time for which a line that breaks late stays open. */
const LATE_MS = 100;

type Json = Readonly<Record<string, unknown>>;

interface Exchange extends ForwardedCall {
  /** Name of the call: a JSON-RPC method, or a path of java-tron. */
  readonly name: string;
}

/** Form of an answer: complete, cut in the middle, or absent. */
interface Reply {
  readonly status: number;
  readonly text: string;
  readonly end?: 'cut' | 'reset' | 'late reset' | 'never';
}

const BROADCASTS: ReadonlySet<string> = new Set(['eth_sendRawTransaction', '/wallet/broadcasttransaction']);
const RECEIPTS: ReadonlySet<string> = new Set([
  'eth_getTransactionReceipt',
  '/wallet/gettransactioninfobyid',
  '/walletsolidity/gettransactioninfobyid',
]);
const HEADS: ReadonlySet<string> = new Set(['head', '/wallet/getnowblock', '/walletsolidity/getnowblock']);

export class FaultProxy extends ForwardingProxy {
  /** True when it does harm. Unarmed it hands everything through. */
  isArmed = false;
  /** Set to have every receipt missing, as on a node that is far behind. */
  hidesReceipts = false;
  /** Set to have nothing answered at all. */
  isSilent = false;
  /** Number of times that each fault occurred. */
  readonly counts = new Map<string, number>();
  readonly #random: SeededRandom;
  /** The last answers to what asks for the newest block. */
  readonly #heads = new Map<string, string>();

  private constructor(target: string, random: SeededRandom) {
    super(target);
    this.#random = random;
  }

  static start(target: string, random: SeededRandom): Promise<FaultProxy> {
    return new FaultProxy(target, random).listen();
  }

  protected override async answer(call: ForwardedCall, response: ServerResponse): Promise<void> {
    send(response, await this.#reply(describe(call)));
  }

  async #reply(exchange: Exchange): Promise<Reply> {
    if (this.isSilent) return { status: 200, text: '', end: 'never' };
    if (this.hidesReceipts && RECEIPTS.has(exchange.name)) return noReceipt(exchange);
    const isHarmful = this.isArmed && this.#random.integer(FAULT_EVERY[getKind(exchange.name)]) === 0;
    const reply = isHarmful ? await this.#harm(exchange) : await this.forward(exchange);
    // Every third is kept, so that a stale one is some blocks old.
    if (HEADS.has(exchange.name) && !isHarmful && this.#random.integer(3) === 0)
      this.#heads.set(toKey(exchange), reply.text);
    return reply;
  }

  async #harm(exchange: Exchange): Promise<Reply> {
    const fault = this.#choose(exchange);
    this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
    switch (fault) {
      case 'reset before delivery':
        return { status: 200, text: '', end: 'reset' };
      case 'reset after delivery':
        return { ...(await this.forward(exchange)), end: 'reset' };
      case 'late reset after delivery':
        return { ...(await this.forward(exchange)), end: 'late reset' };
      case 'error 500':
        return { status: 500, text: '{"error":"Internal Server Error"}' };
      case 'cut answer':
        return { ...(await this.forward(exchange)), end: 'cut' };
      case 'stale head':
        return { status: 200, text: this.#staleHead(exchange) };
      case 'receipt not there yet':
        return noReceipt(exchange);
      case 'events of a block left out':
        return this.#changeLogs(exchange, (logs) => {
          const left = logs[this.#random.integer(Math.max(1, logs.length))]?.['blockNumber'];
          return logs.filter((log) => log['blockNumber'] !== left);
        });
      case 'events twice':
        return this.#changeLogs(exchange, (logs) => [...logs.toReversed(), ...logs]);
      case 'broadcast lost':
        return { status: 200, text: acceptance(exchange) };
      case 'already known, and lost':
        return { status: 200, text: refusal(exchange, 'already known', 'DUP_TRANSACTION_ERROR') };
      case 'already known, and delivered':
        await this.forward(exchange);
        return { status: 200, text: refusal(exchange, 'already known', 'DUP_TRANSACTION_ERROR') };
      case 'nonce too low, and delivered':
        await this.forward(exchange);
        return { status: 200, text: refusal(exchange, 'nonce too low', 'TRANSACTION_EXPIRATION_ERROR') };
      default:
        throw new Error(`There is no fault "${fault}".`);
    }
  }

  #staleHead(exchange: Exchange): string {
    const text = this.#heads.get(toKey(exchange)) ?? '{}';
    return exchange.name === 'head' ? rpcAnswer(exchange, JSON.parse(text).result) : text;
  }

  #choose(exchange: Exchange): string {
    const faults = ['reset before delivery', 'reset after delivery', 'error 500', 'cut answer'];
    if (this.#random.integer(4) === 0) faults.push('late reset after delivery');
    if (HEADS.has(exchange.name) && this.#heads.has(toKey(exchange))) faults.push('stale head', 'stale head');
    if (RECEIPTS.has(exchange.name)) faults.push('receipt not there yet', 'receipt not there yet');
    if (exchange.name === 'eth_getLogs') faults.push('events of a block left out', 'events twice');
    if (BROADCASTS.has(exchange.name)) {
      faults.push('broadcast lost', 'already known, and lost', 'already known, and delivered');
      faults.push('nonce too low, and delivered');
    }
    return faults[this.#random.integer(faults.length)] ?? 'error 500';
  }

  async #changeLogs(exchange: Exchange, change: (logs: readonly Json[]) => readonly Json[]): Promise<Reply> {
    const reply = await this.forward(exchange);
    const answer: Record<string, unknown> = JSON.parse(reply.text);
    const { result } = answer;
    return Array.isArray(result)
      ? { ...reply, text: JSON.stringify({ ...answer, result: change(result) }) }
      : reply;
  }
}

function describe(call: ForwardedCall): Exchange {
  return { ...call, name: call.url === '/' ? rpcName(call.body) : (call.url.split('?')[0] ?? call.url) };
}

function rpcName(body: string): string {
  const call: unknown = JSON.parse(body);
  if (typeof call !== 'object' || call === null || Array.isArray(call) || !('method' in call)) return 'batch';
  const asksForHead = call.method === 'eth_getBlockByNumber' && body.includes('"latest"');
  return asksForHead ? 'head' : String(call.method);
}

function getKind(name: string): keyof typeof FAULT_EVERY {
  if (BROADCASTS.has(name)) return 'broadcast';
  return RECEIPTS.has(name) ? 'receipt' : 'other';
}

function toKey({ url, name }: Exchange): string {
  return `${url} ${name}`;
}

function rpcId(body: string): unknown {
  return JSON.parse(body).id;
}

function rpcAnswer({ body }: Exchange, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: rpcId(body), result });
}

function noReceipt(exchange: Exchange): Reply {
  return { status: 200, text: exchange.name.startsWith('/') ? '{}' : rpcAnswer(exchange, null) };
}

function acceptance(exchange: Exchange): string {
  return exchange.name.startsWith('/') ? '{"result":true}' : rpcAnswer(exchange, `0x${'00'.repeat(32)}`);
}

function refusal(exchange: Exchange, message: string, code: string): string {
  if (exchange.name.startsWith('/'))
    return JSON.stringify({ code, message: Buffer.from(code).toString('hex') });
  return JSON.stringify({ jsonrpc: '2.0', id: rpcId(exchange.body), error: { code: -32_000, message } });
}

function send(response: ServerResponse, { status, text, end }: Reply): void {
  if (end === 'reset') response.destroy();
  if (end === 'late reset') setTimeout(() => response.destroy(), LATE_MS);
  if (end !== undefined && end !== 'cut') return;
  response.writeHead(status, JSON_HEADERS);
  response.end(end === 'cut' ? text.slice(0, Math.floor(text.length / 2)) : text);
}
