// The proof of what addresses hold of the token at a block (EIP-1186), as a node that keeps the state of that block gives it.
import {
  balanceKey,
  FormatError,
  fromHex,
  readProvedBalances,
  type StateProof,
  toHex,
} from '@glasspool/proof';
import { isError, type JsonRpcProvider, toQuantity } from 'ethers';
import { z } from 'zod';
import { encodeHeader } from './header.ts';
import { isTooOften } from './portions.ts';
import { TOKEN } from './token.ts';

/** Storage slots tried for the balances of a token; OpenZeppelin uses 0, BSC's USDT 1. */
const SLOTS_TRIED = 16;
const KEYS_PER_CALL = 100;

const Hex = z.string().regex(/^0x([0-9a-f]{2})*$/);
const Quantity = z.string().regex(/^0x[0-9a-f]+$/);
const Identified = z.object({ hash: Hex });

const Proof = z.object({
  accountProof: z.array(Hex),
  storageProof: z.array(z.object({ value: Quantity, proof: z.array(Hex) })),
});

interface Asked {
  readonly token: string;
  readonly addresses: readonly string[];
  readonly height: number;
}

/** Undefined where the node does not give proofs, has not the block's state any more, or the proof does not hold. */
export async function readStateProof(
  provider: JsonRpcProvider,
  { token, addresses, height }: Asked,
): Promise<StateProof | undefined> {
  try {
    const contract = token.toLowerCase();
    const block = await provider.send('eth_getBlockByNumber', [toQuantity(height), false]);
    const { hash } = Identified.parse(block);
    const header = encodeHeader(block);
    if (header === undefined) return undefined;
    const ask = async (keys: readonly string[]) =>
      Proof.parse(await provider.send('eth_getProof', [contract, keys, toQuantity(height)]));
    const slot = await findSlot(provider, { token: contract, addresses, height }, ask);
    if (slot === undefined) return undefined;
    const balances: StateProof['balances'] = [];
    let account: string[] = (await ask([])).accountProof;
    for (let start = 0; start < addresses.length; start += KEYS_PER_CALL) {
      const page = addresses.slice(start, start + KEYS_PER_CALL);
      const { accountProof, storageProof } = await ask(page.map((address) => toKey(address, slot)));
      account = accountProof;
      balances.push(...page.map((address, index) => ({ address, nodes: storageProof[index]?.proof ?? [] })));
    }
    const proof = { token: contract, slot, header, account, balances };
    readProvedBalances(proof, { hash: fromHex(hash), height });
    return proof;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** Codes by which nodes say that they cannot do it now: internal error, timed out, limit exceeded (EIP-1474). */
const NOT_NOW = /"code": ?(-32603|-32002|-32005)\b/;

/** Returns true when a node does not do this, or did it wrongly. One that is away, or cannot do it now, is another matter. */
function isRefusal(error: unknown): boolean {
  if (isTooOften(error) || (error instanceof Error && NOT_NOW.test(error.message))) return false;
  return (
    error instanceof FormatError ||
    error instanceof z.ZodError ||
    isError(error, 'UNKNOWN_ERROR') ||
    isError(error, 'UNSUPPORTED_OPERATION') ||
    isError(error, 'CALL_EXCEPTION')
  );
}

/** The first slot that has what the token itself says of an address that holds something; 0 where none of them does. */
async function findSlot(
  provider: JsonRpcProvider,
  { token, addresses, height }: Asked,
  ask: (keys: readonly string[]) => Promise<z.infer<typeof Proof>>,
): Promise<number | undefined> {
  for (const address of addresses) {
    const data = TOKEN.encodeFunctionData('balanceOf', [address]);
    const answer = await provider.send('eth_call', [{ to: token, data }, toQuantity(height)]);
    if (answer === '0x') throw new FormatError('The block is older than the contract of the token.');
    const held = BigInt(z.string().parse(answer));
    if (held === 0n) continue;
    const { storageProof } = await ask(
      Array.from({ length: SLOTS_TRIED }, (_, slot) => toKey(address, slot)),
    );
    const slot = storageProof.findIndex(({ value }) => BigInt(value) === held);
    return slot < 0 ? undefined : slot;
  }
  return 0;
}

function toKey(address: string, slot: number): string {
  return `0x${toHex(balanceKey(address, slot))}`;
}
