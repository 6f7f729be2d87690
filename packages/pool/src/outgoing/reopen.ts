import type { Chain } from '@glasspool/chains';
import { type Network, reopenedState } from '@glasspool/core';
import { lockRows, type Queryable, type Transaction } from '@glasspool/db';
import type { Outgoing, PoolDeps } from '../deps.ts';
import { feeMaxMicro } from './committed-fees.ts';
import { changeOutgoing, readSigned } from './rows.ts';

type Deps = Pick<PoolDeps, 'chains' | 'clock'>;

/**
 * Opens everything again whose decision rests on a block above a height, which the chain has replaced although it had called it final. Until
 * the chain has decided again, nothing else is signed on the network. Returns how many.
 */
export async function reopen(
  tx: Transaction,
  { chains, clock }: Deps,
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
    // Committed whether or not own funds cover it, for it may be taken.
    const feeMicro = await readSignedFee(tx, chains[network], row.id);
    await reopenRow(tx, row, { now: clock.now(), feeMicro });
  }
  return rows.length;
}

/** Opens a locked row that was decided again, and keeps what was decided: it says what the handler has done already. */
export async function reopenRow(
  tx: Transaction,
  row: Outgoing,
  { now, feeMicro }: { now: number; feeMicro: bigint },
): Promise<void> {
  await changeOutgoing(tx, row, {
    state: reopenedState(row.purpose, row.state),
    feeMicro,
    reopenedAt: now,
    formerState: row.state,
    formerTxHash: row.txHash,
    formerBlockHeight: row.blockHeight,
    askedAt: 0,
  });
}

/** The most that the network may take for the newest payment of a row, in micro-units. */
export async function readSignedFee(
  db: Queryable,
  chain: Pick<Chain, 'network' | 'readSigned'>,
  id: string,
): Promise<bigint> {
  const newest = (await readSigned(db, id)).findLast(({ isCancellation }) => !isCancellation);
  if (newest === undefined) return 0n;
  const { feeMaxUnits } = chain.readSigned(newest.raw);
  return feeMaxMicro({ feeCurrency: chain.network === 'BSC' ? 'BNB' : 'TRX', feeMaxUnits });
}
