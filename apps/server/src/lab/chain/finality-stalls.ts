import type { Experiment } from '../experiment.ts';
import { listDepositStates } from '../read-states.ts';

const AMOUNT = '75';
/** Blocks after which the depth counts instead of the chain's own word. */
const STALLED_AFTER_BLOCKS = 60;
const BLOCKS_MEANWHILE = 30;

/** The chain makes blocks, and calls none of them final. */
export const finalityStalls: Experiment = {
  options: {
    chains: { bscFinality: { kind: 'tag', stalledAfterBlocks: STALLED_AFTER_BLOCKS }, slotsPerEpoch: 1 },
  },
  run: async (sandbox, tell) => {
    const { alice, chains, deps } = sandbox;
    const { finalizedHeight } = await chains.honest.BSC.getHead();
    const stalledAt = `0x${finalizedHeight.toString(16)}`;
    chains.proxies.BSC.script = ({ method, parameters, forward }) =>
      method === 'eth_getBlockByNumber' && parameters[0] === 'finalized'
        ? chains.callBscNode(method, [stalledAt, false])
        : forward();
    tell.event('finality-stalls', { network: 'BSC', height: finalizedHeight });
    await sandbox.send('USDT', await sandbox.findDepositAddress(alice, 'USDT'), AMOUNT);
    tell.event('deposit-sent', { amount: AMOUNT, currency: 'USDT' });
    for (let round = 0; round < 3; round += 1) {
      await sandbox.mine('BSC', BLOCKS_MEANWHILE / 3);
      await sandbox.work();
    }
    tell.event('blocks-made', { network: 'BSC', blocks: BLOCKS_MEANWHILE });
    const meanwhile = await listDepositStates(deps.db.read, AMOUNT);
    tell.check('waits-for-finality', meanwhile.join() === 'confirming', meanwhile.join() || '–');
    chains.proxies.BSC.script = undefined;
    tell.event('finality-goes-on', { network: 'BSC' });
    await sandbox.rest();
    const after = await listDepositStates(deps.db.read, AMOUNT);
    tell.check('credited-when-final', after.join() === 'credited', after.join());
  },
};
