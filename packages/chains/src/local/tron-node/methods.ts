// The methods of java-tron's HTTP API that the node has, by their path.
import { TronWeb } from 'tronweb';
import { CHAIN_PARAMETERS } from './ledger.ts';
import type { Block, Included, TronNodeState } from './node-state.ts';
import {
  presentAccount,
  presentAccountNet,
  presentBlock,
  presentInfo,
  presentResources,
  presentTransaction,
} from './present.ts';
import { Refused } from './refused.ts';

const BLOCKS_PER_CALL_MAX = 100;

export type Body = Readonly<Record<string, unknown>>;
export type Method = (body: Body) => unknown;

/** Every method on the node's state; `now` is the chain's time in ms. */
export function createMethods(state: TronNodeState, now: () => number): ReadonlyMap<string, Method> {
  const newest = (solid: boolean): Block => (solid ? state.solid : state.head);
  const found = (body: Body, solid: boolean): Included | undefined => {
    const included = state.included.get(readHash(body));
    return included !== undefined && included.block.number <= newest(solid).number ? included : undefined;
  };
  return new Map<string, Method>([
    ...both('getnowblock', (body, solid) => presentBlock(state, newest(solid), isVisible(body))),
    ...both('getblockbynum', (body, solid) => {
      const block = state.blocks[readNumber(body, 'num')];
      const isThere = block !== undefined && block.number <= newest(solid).number;
      return isThere ? presentBlock(state, block, isVisible(body)) : {};
    }),
    ...both('getblock', (body, solid) => {
      const block = findBlock(state, body['id_or_num'], newest(solid));
      return block === undefined ? {} : presentBlock(state, block, isVisible(body), isSet(body['detail']));
    }),
    ...both('getblockbyid', (body, solid) => {
      const block = findBlock(state, readHash(body), newest(solid));
      return block === undefined ? {} : presentBlock(state, block, isVisible(body));
    }),
    ...both('getblockbylatestnum', (body, solid) => {
      const count = readNumber(body, 'num');
      if (count <= 0 || count >= BLOCKS_PER_CALL_MAX) return {};
      const end = newest(solid).number + 1;
      return { block: presentBlocks(state, { start: Math.max(0, end - count), end }, body) };
    }),
    ...both('getblockbylimitnext', (body, solid) => {
      const [start, end] = [readNumber(body, 'startNum'), readNumber(body, 'endNum')];
      if (start < 0 || end <= start || end - start > BLOCKS_PER_CALL_MAX) return {};
      return { block: presentBlocks(state, { start, end: Math.min(end, newest(solid).number + 1) }, body) };
    }),
    ...both('gettransactioninfobyblocknum', (body, solid) => {
      const block = state.blocks[readNumber(body, 'num')];
      const isThere = block !== undefined && block.number > 0 && block.number <= newest(solid).number;
      if (!isThere || !state.keepsReceipts) return [];
      return block.transactions.map(({ txID }) => presentInfo(state.included.get(txID), isVisible(body)));
    }),
    ...both('getaccount', (body, isSolid) =>
      presentAccount(state, deriveAddress(body), { isSolid, visible: isVisible(body) }),
    ),
    ['/wallet/getaccountnet', (body) => presentAccountNet(state, deriveAddress(body), now())],
    ['/wallet/getaccountresource', (body) => presentResources(state, deriveAddress(body), now())],
    ['/wallet/getenergyprices', () => ({ prices: `0:${CHAIN_PARAMETERS.getEnergyFee}` })],
    ['/wallet/getbandwidthprices', () => ({ prices: `0:${CHAIN_PARAMETERS.getTransactionFee}` })],
    ['/wallet/getmemofee', () => ({ prices: '0:0' })],
    ['/wallet/getpendingsize', () => ({ pendingSize: state.waiting.size })],
    ['/wallet/gettransactionlistfrompending', () => ({ txId: [...state.waiting.keys()] })],
    [
      '/wallet/gettransactionfrompending',
      (body) => presentTransaction(state.waiting.get(readHash(body)), isVisible(body)),
    ],
    ['/wallet/validateaddress', (body) => validateAddress(String(body['address'] ?? ''))],
    [
      '/wallet/getchainparameters',
      () => ({ chainParameter: Object.entries(CHAIN_PARAMETERS).map(([key, value]) => ({ key, value })) }),
    ],
    ...both('gettransactionbyid', (body, solid) => {
      const waiting = solid ? undefined : state.waiting.get(readHash(body));
      return presentTransaction(found(body, solid) ?? waiting, isVisible(body));
    }),
    ...both('gettransactioninfobyid', (body, solid) => presentInfo(found(body, solid), isVisible(body))),
    ['/wallet/broadcasttransaction', (body) => broadcast(state, body, now())],
  ]);
}

/** The same method of the newest chain and of the solidified one. */
function both(name: string, method: (body: Body, solid: boolean) => unknown): [string, Method][] {
  return [
    [`/wallet/${name}`, (body) => method(body, false)],
    [`/walletsolidity/${name}`, (body) => method(body, true)],
  ];
}

function findBlock(state: TronNodeState, idOrNumber: unknown, newest: Block): Block | undefined {
  if (idOrNumber === undefined || idOrNumber === '') return newest;
  const text = String(idOrNumber);
  const block = /^\d{1,15}$/.test(text)
    ? state.blocks[Number(text)]
    : state.blocks.find((candidate) => candidate.id === text.toLowerCase());
  return block !== undefined && block.number <= newest.number ? block : undefined;
}

/** The reason is text where addresses are to be visible, and hex where they are not. */
function broadcast(state: TronNodeState, body: Body, nowMs: number): object {
  try {
    return { result: true, txid: state.accept(body, nowMs) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const message = isVisible(body) ? error.message : Buffer.from(error.message).toString('hex');
    return { code: error.code, txid: error.txID ?? String(body['txID'] ?? ''), message };
  }
}

function presentBlocks(
  state: TronNodeState,
  { start, end }: { start: number; end: number },
  body: Body,
): readonly object[] {
  return state.blocks.slice(start, end).map((block) => presentBlock(state, block, isVisible(body)));
}

/** A number of a body; 0 where it is left out. */
function readNumber(body: Body, name: string): number {
  const value = body[name] ?? 0;
  const number = Number(value);
  if (!Number.isInteger(number)) throw new Error(`For input string: "${value}"`);
  return number;
}

/** A hash of 32 bytes as hex, with or without `0x`. */
function readHash(body: Body): string {
  const text = String(body['value'] ?? '')
    .replace(/^0x/i, '')
    .toLowerCase();
  if (/^([0-9a-f]{2})*$/.test(text)) return text;
  throw new Error('exception decoding Hex string: invalid characters encountered in Hex string');
}

function validateAddress(text: string): object {
  const format = text.startsWith('T') ? 'Base58check' : 'Hex string';
  return TronWeb.isAddress(text)
    ? { result: true, message: `${format} format` }
    : { result: false, message: 'Invalid address' };
}

/** A query string has it as text. */
function isSet(value: unknown): boolean {
  return value === true || value === 'true';
}

function isVisible(body: Body): boolean {
  return isSet(body['visible']);
}

function deriveAddress(body: Body): string {
  const text = String(body['address'] ?? '');
  return isVisible(body) || text.startsWith('T') ? TronWeb.address.toHex(text) : text.toLowerCase();
}
