import type { DropProof } from '@glasspool/chains';
import { toChainUnits } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';
import { type Fate, followOutgoing, type Mined } from '../outgoing/index.ts';
import type { Withdrawal } from './transition.ts';

type Deps = Parameters<typeof followOutgoing>[0];

/**
 * Asks the chain what became of a payment, and sends it again while nothing is decided. Final as well when a transaction that the database
 * does not know paid it at its nonce.
 */
export async function followPayment(deps: Deps, withdrawal: Withdrawal): Promise<Fate> {
  const { network, id } = withdrawal;
  const fate = await followOutgoing(deps, { network, subject: id });
  if (fate.kind !== 'impossible') return fate;
  const other = await findOtherPayment(deps, withdrawal, fate.proof);
  if (other === 'unknown') return { kind: 'open' };
  return other === undefined ? fate : { kind: 'final', askedAt: fate.askedAt, ...other };
}

/**
 * Payment of a withdrawal by a transaction that the database does not know, at the nonce of those that it knows: the raised fee of another
 * life of the program, of which an older copy was made. Undefined where that transaction pays something else, or nothing; 'unknown' until it
 * is final.
 */
async function findOtherPayment(
  { chains }: Pick<PoolDeps, 'chains'>,
  { network, currency, address, amountMicro }: Withdrawal,
  { txHash }: DropProof,
): Promise<{ txHash: string; outcome: Mined } | 'unknown' | undefined> {
  if (typeof txHash !== 'string') return undefined;
  const report = await chains[network].reportTransaction(txHash);
  if (report.status !== 'mined' || !report.isFinal) return 'unknown';
  const units = toChainUnits(currency, amountMicro);
  const pays = report.transfers.some((transfer) => transfer.to === address && transfer.units === units);
  if (!report.succeeded || !pays) return undefined;
  const outcome = await chains[network].getOutcome(txHash);
  return outcome.status === 'mined' && outcome.isFinal ? { txHash, outcome } : 'unknown';
}
