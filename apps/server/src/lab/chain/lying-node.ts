import { SECOND_MS, toChainUnits } from '@glasspool/core';
import { findHalt } from '@glasspool/pool/outgoing';
import { z } from 'zod';
import type { Experiment } from '../experiment.ts';
import { listDepositStates, readWithdrawal } from '../read-states.ts';
import type { Sandbox } from '../sandbox.ts';
import type { NodeScript } from '../scripted-node.ts';

const AMOUNT = '75';
const WITHDRAWN = '10';
const INVENTED_HASH = `0x${'ab'.repeat(32)}`;
/** A difference has to last for so long before it halts payouts; a shorter one may be a transfer on its way. */
const LASTS_MS = 31 * SECOND_MS;

const Log = z.looseObject({ topics: z.array(z.string()) });
const Receipt = z.looseObject({ logs: z.array(Log) });
const Range = z.looseObject({ fromBlock: z.string(), toBlock: z.string() });
const Block = z.looseObject({ number: z.string(), hash: z.string() });

/** The node tells of a payment that never was: first in its events alone, then in everything that it is asked about it. */
export const lyingNode: Experiment = {
  run: async (sandbox, tell) => {
    const { bob, chains, deps } = sandbox;
    const invented = await invent(sandbox);
    chains.proxies.BSC.script = tellsEvent(invented);
    tell.event('node-lies-in-events', { amount: AMOUNT, currency: 'USDT' });
    await goOn(sandbox);
    const seen = await listDepositStates(deps.db.read, AMOUNT);
    tell.check('invention-not-credited', seen.join() === 'confirming', seen.join() || '–');
    const tells = tellsEvent(invented);
    chains.proxies.BSC.script = async (call) =>
      call.method === 'eth_getTransactionReceipt' && call.parameters[0] === INVENTED_HASH
        ? invented.receipt
        : tells(call);
    tell.event('node-lies-in-all');
    await goOn(sandbox);
    await sandbox.advance(LASTS_MS);
    await goOn(sandbox);
    const credited = await listDepositStates(deps.db.read, AMOUNT);
    tell.event('deposit-state', { state: credited.join() });
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

async function goOn(sandbox: Sandbox): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await sandbox.mine('BSC', 5);
    await sandbox.work();
  }
}

interface Invention {
  readonly height: number;
  readonly log: Readonly<Record<string, unknown>>;
  readonly receipt: unknown;
}

/** A payment to Alice, made after a real one: its block is real, its transaction is not. */
async function invent(sandbox: Sandbox): Promise<Invention> {
  const { alice, chains } = sandbox;
  const address = await sandbox.findDepositAddress(alice, 'USDT');
  await sandbox.mine('BSC', 1);
  const block = Block.parse(await chains.callBscNode('eth_getBlockByNumber', ['latest', false]));
  const filter = { fromBlock: '0x0', toBlock: block.number, address: chains.usdtContract };
  const logs = z.array(Log).parse(await chains.callBscNode('eth_getLogs', [filter]));
  const real = logs.find(({ topics }) => topics[2]?.endsWith(address.slice(2).toLowerCase()));
  if (real === undefined) throw new Error('No payment to copy.');
  const place = { blockNumber: block.number, blockHash: block.hash, transactionHash: INVENTED_HASH };
  const data = `0x${toChainUnits('USDT', 75_000_000n).toString(16).padStart(64, '0')}`;
  const log = { ...real, ...place, logIndex: '0x0', transactionIndex: '0x0', data };
  const model = Receipt.parse(
    await chains.callBscNode('eth_getTransactionReceipt', [real['transactionHash']]),
  );
  return {
    height: Number(block.number),
    log,
    receipt: { ...model, ...place, transactionIndex: '0x0', logs: [log] },
  };
}

function tellsEvent({ height, log }: Invention): NodeScript {
  return async ({ method, parameters, forward }) => {
    const answer = await forward();
    const range = Range.safeParse(parameters[0]);
    if (method !== 'eth_getLogs' || !range.success || !Array.isArray(answer)) return answer;
    const { fromBlock, toBlock } = range.data;
    return Number(fromBlock) <= height && height <= Number(toBlock) ? [...answer, log] : answer;
  };
}
