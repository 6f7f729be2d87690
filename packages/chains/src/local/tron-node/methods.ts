// The methods of java-tron's HTTP API that the node has, by their path.
import { TronWeb } from 'tronweb';
import { CHAIN_PARAMETERS } from './ledger.ts';
import type { Block, Included, TronNodeState } from './node-state.ts';
import {
  presentAccount,
  presentAccountNet,
  presentBlock,
  presentInfo,
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
    const included = state.included.get(String(body['value']).toLowerCase());
    return included !== undefined && included.block.number <= newest(solid).number ? included : undefined;
  };
  return new Map<string, Method>([
    ...both('getnowblock', (body, solid) => presentBlock(state, newest(solid), isVisible(body))),
    ...both('getblockbynum', (body, solid) => {
      const block = state.blocks[Number(body['num'])];
      const isThere = block !== undefined && block.number <= newest(solid).number;
      return isThere ? presentBlock(state, block, isVisible(body)) : {};
    }),
    ...both('getblock', (body, solid) => {
      const block = findBlock(state, body['id_or_num'], newest(solid));
      return block === undefined ? {} : presentBlock(state, block, isVisible(body), isSet(body['detail']));
    }),
    ...both('getblockbylimitnext', (body, solid) => {
      const [start, end] = [Number(body['startNum']), Number(body['endNum'])];
      if (start < 0 || end <= start || end - start > BLOCKS_PER_CALL_MAX) return {};
      const blocks = state.blocks
        .slice(start, Math.min(end, newest(solid).number + 1))
        .map((block) => presentBlock(state, block, isVisible(body)));
      return blocks.length > 0 ? { block: blocks } : {};
    }),
    ...both('gettransactioninfobyblocknum', (body, solid) => {
      const block = state.blocks[Number(body['num'])];
      if (block === undefined || block.number === 0 || block.number > newest(solid).number) return {};
      if (!state.keepsReceipts) return [];
      return block.transactions.map(({ txID }) => presentInfo(state.included.get(txID), isVisible(body)));
    }),
    ...both('getaccount', (body, solid) =>
      presentAccount(state, deriveAddress(body), newest(solid), isVisible(body)),
    ),
    ['/wallet/getaccountnet', (body) => presentAccountNet(state, deriveAddress(body), now())],
    ['/wallet/getaccountresource', (body) => presentAccountNet(state, deriveAddress(body), now())],
    [
      '/wallet/getchainparameters',
      () => ({ chainParameter: Object.entries(CHAIN_PARAMETERS).map(([key, value]) => ({ key, value })) }),
    ],
    ...both('gettransactionbyid', (body, solid) => presentTransaction(found(body, solid), isVisible(body))),
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
