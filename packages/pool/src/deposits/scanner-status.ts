import type { Network } from '@glasspool/core';
import { lockRows, type Queryable, type Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';

/** How far the scanner of a network is. */
export interface ScannerStatus {
  readonly network: Network;
  readonly scannedHeight: number;
  readonly finalizedHeight: number;
  readonly seenAt: number;
}

const COLUMNS = ['network', 'scannedHeight', 'finalizedHeight', 'seenAt'] as const;

/** Notes where the scanner of a network begins, unless it has begun: at the final block. */
export async function openScanner(
  deps: Pick<PoolDeps, 'db' | 'chains' | 'machineClock'>,
  network: Network,
): Promise<void> {
  const known = await findStatus(deps.db.read, network);
  if (known !== undefined) return;
  const { finalizedHeight } = await deps.chains[network].getHead();
  const seenAt = deps.machineClock.now();
  await deps.db.transaction(async (tx) => {
    await tx
      .insertInto('chainStatus')
      .values({
        network,
        scannedHeight: finalizedHeight,
        headHeight: finalizedHeight,
        finalizedHeight,
        seenAt,
      })
      .onConflict((conflict) => conflict.column('network').doNothing())
      .execute();
  });
}

/**
 * How far the scanner of a network is.
 *
 * @throws Error before `openScanner`.
 */
export async function getStatus(db: Queryable, network: Network): Promise<ScannerStatus> {
  const status = await findStatus(db, network);
  if (status === undefined) throw new Error(`The scanner of ${network} has not begun.`);
  return status;
}

/** The same, locked until the transaction ends. */
export async function lockStatus(tx: Transaction, network: Network): Promise<ScannerStatus> {
  const query = tx.selectFrom('chainStatus').select(COLUMNS).where('network', '=', network);
  return lockRows(tx, query).executeTakeFirstOrThrow();
}

function findStatus(db: Queryable, network: Network): Promise<ScannerStatus | undefined> {
  return db.selectFrom('chainStatus').select(COLUMNS).where('network', '=', network).executeTakeFirst();
}
