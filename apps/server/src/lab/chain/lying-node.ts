import { parseAmount, SECOND_MS, toChainUnits } from '@glasspool/core';
import { findHalt } from '@glasspool/pool/outgoing';
import { z } from 'zod';
import type { Experiment } from '../experiment.ts';
import { listDepositStates, listNoticeKinds, readWithdrawal } from '../read-states.ts';
import type { Sandbox } from '../sandbox.ts';
import type { NodeScript } from '../scripted-node.ts';

const AMOUNT = '75';
const WITHDRAWN = '10';
const OTHERS = '1';
/** A difference has to last for so long before it halts payouts; a shorter one may be a transfer on its way. */
const LASTS_MS = 31 * SECOND_MS;

/** As many as the comparison gives a node to catch up with (packages/pool/src/books/reconcile.ts). */
const FRESH_BLOCKS = 66;

const Log = z.looseObject({ topics: z.array(z.string()), logIndex: z.string() });
const Receipt = z.looseObject({ transactionHash: z.string(), blockNumber: z.string(), logs: z.array(Log) });
const Block = z.looseObject({ sha3Uncles: z.string() });

/** The node tells of a payment that never was: first among the receipts of a block, then with a header that commits to nothing. */
export const lyingNode: Experiment = {
  run: async (sandbox, tell) => {
    const { bob, chains, deps } = sandbox;
    const invented = await invent(sandbox);
    chains.proxies.BSC.script = tellsReceipt(invented);
    tell.event('node-lies-in-receipts', { amount: AMOUNT, currency: 'USDT' });
    const refusals = await goOn(sandbox);
    const seen = await listDepositStates(deps.db.read, AMOUNT);
    const refusal = refusals.find((words) => words.includes('not those of its header'));
    tell.check('receipts-refused', seen.length === 0 && refusal !== undefined, refusal ?? seen.join());
    chains.proxies.BSC.script = tellsBlock(invented);
    tell.event('node-lies-in-header');
    await goOn(sandbox);
    // A node may be so far behind: what is missing in newer blocks is no shortage.
    await sandbox.mine('BSC', FRESH_BLOCKS);
    await goOn(sandbox);
    await sandbox.advance(LASTS_MS);
    await goOn(sandbox);
    const kinds = await listNoticeKinds(deps);
    tell.check('unproved-told', kinds.includes('blocks-unproved'), kinds.join());
    const states = await listDepositStates(deps.db.read, AMOUNT);
    tell.check('invention-not-credited', states.join() === 'confirming', states.join());
    const halt = await findHalt(deps);
    tell.check('consistent-lie-stops-payouts', halt !== undefined, halt ?? '–');
    const address = await sandbox.withdraw(bob, 'USDT', WITHDRAWN);
    tell.event('withdrawal-asked', { person: 'Bob', amount: WITHDRAWN, currency: 'USDT' });
    await goOn(sandbox);
    const { state } = await readWithdrawal(deps.db.read, address);
    const paid = await sandbox.listPaid('USDT', address);
    tell.check('nothing-left', paid.length === 0, `${state}; ${paid.join() || '–'}`);
  },
};

/** Returns what failed. */
async function goOn(sandbox: Sandbox): Promise<string[]> {
  const failures: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    await sandbox.mine('BSC', 5);
    failures.push(...(await sandbox.work()));
  }
  return failures;
}

/** A receipt of a block of the chain, with an event in it that never was. */
type Invention = z.infer<typeof Receipt>;

/** A payment to Alice, beside the event of a real payment to someone else. */
async function invent(sandbox: Sandbox): Promise<Invention> {
  const { alice, chains } = sandbox;
  const address = await sandbox.findDepositAddress(alice, 'USDT');
  const txHash = await sandbox.send('USDT', sandbox.newAddress('USDT'), OTHERS);
  const receipt = Receipt.parse(await chains.callBscNode('eth_getTransactionReceipt', [txHash]));
  const [real] = receipt.logs;
  if (real === undefined) throw new Error('No event to copy.');
  const [topic = '', from = ''] = real.topics;
  const to = `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
  const data = `0x${toChainUnits('USDT', parseAmount(AMOUNT)).toString(16).padStart(64, '0')}`;
  const logIndex = `0x${receipt.logs.length.toString(16)}`;
  return { ...receipt, logs: [...receipt.logs, { ...real, topics: [topic, from, to], data, logIndex }] };
}

function tellsReceipt(invented: Invention): NodeScript {
  const { transactionHash, blockNumber } = invented;
  return ({ method, parameters, forward }) => {
    const isAsked =
      (method === 'eth_getBlockReceipts' && parameters[0] === blockNumber) ||
      (method === 'eth_getTransactionReceipt' && parameters[0] === transactionHash);
    // The block has no other transaction.
    if (isAsked) return Promise.resolve(method === 'eth_getBlockReceipts' ? [invented] : invented);
    return forward();
  };
}

/** A header that lacks a field gives no hash, so that no receipt can be compared with what it commits to. */
function tellsBlock(invented: Invention): NodeScript {
  const tells = tellsReceipt(invented);
  return async (call) => {
    const answer = await tells(call);
    if (call.method !== 'eth_getBlockByNumber' || call.parameters[0] !== invented.blockNumber) return answer;
    const { sha3Uncles: _, ...block } = Block.parse(answer);
    return block;
  };
}
