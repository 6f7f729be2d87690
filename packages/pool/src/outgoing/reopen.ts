import { type Network, reopenedState } from '@glasspool/core';
import { lockRows, type Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { feeMaxMicro } from './committed-fees.ts';
import { changeOutgoing, readSigned } from './rows.ts';

type Deps = Pick<PoolDeps, 'chains' | 'clock'>;

/**
 * Opens everything again whose decision rests on a block above a height, which the chain has replaced although it had called it final. Until
 * the chain has decided again, nothing else is signed on the network. Returns how many.
 */
export async function reopen(
  tx: Transaction,
  deps: Deps,
  { network, aboveHeight }: { network: Network; aboveHeight: number },
): Promise<number> {
  const query = tx
    .selectFrom('outgoing')
    .selectAll()
    .where('network', '=', network)
    .where('blockHeight', '>', aboveHeight)
    .where('state', 'not in', ['open', 'watched'])
    .orderBy('id');
  const rows = await lockRows(tx, query).execute();
  for (const row of rows) {
    const newest = (await readSigned(tx, row.id)).findLast(({ isCancellation }) => !isCancellation);
    const feeMaxUnits = newest === undefined ? 0n : deps.chains[network].readSigned(newest.raw).feeMaxUnits;
    await changeOutgoing(tx, row, {
      state: reopenedState(row.purpose, row.state),
      // Committed whether or not own funds cover it, for it may be taken.
      feeMicro: feeMaxMicro({ feeCurrency: network === 'BSC' ? 'BNB' : 'TRX', feeMaxUnits }),
      reopenedAt: deps.clock.now(),
      formerState: row.state,
      formerTxHash: row.txHash,
      formerBlockHeight: row.blockHeight,
      askedAt: 0,
    });
  }
  return rows.length;
}
