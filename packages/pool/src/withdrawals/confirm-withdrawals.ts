import type { Impossibility, SignedTransfer, TransactionOutcome } from '@glasspool/chains';
import { fromChainUnits, type LedgerCurrency, type Network, toChainUnits } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import { type Move, postTransfer } from '@glasspool/ledger';
import { custody, networkFees, surplus, transit, userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { lockWithdrawal, transition, type Withdrawal } from './transition.ts';

const BATCH = 100;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'chains' | 'events'>;
type Mined = Extract<TransactionOutcome, { status: 'mined' }>;

/**
 * Asks the chain what became of broadcast withdrawals (decisions.md 5). Only the final chain decides: a mined and final
 * transaction confirms, a proof that none of a withdrawal's transactions can happen gives the money back, and everything
 * else means sending the same bytes again. Returns how many were decided.
 */
export async function confirmWithdrawals(deps: Deps, network: Network): Promise<number> {
  const open = await deps.db.read
    .selectFrom('withdrawal')
    .selectAll()
    .where('network', '=', network)
    .where('state', '=', 'broadcast')
    .orderBy('createdAt')
    .limit(BATCH)
    .execute();
  let decided = 0;
  for (const withdrawal of open) {
    if (await settle(deps, withdrawal)) decided += 1;
  }
  return decided;
}

async function settle(deps: Deps, withdrawal: Withdrawal): Promise<boolean> {
  const chain = deps.chains[withdrawal.network];
  const signed = await deps.db.read
    .selectFrom('signedTransaction')
    .select(['txHash', 'sender', 'raw', 'nonce', 'expiresAt'])
    .where('withdrawalId', '=', withdrawal.id)
    .orderBy('createdAt')
    .execute();
  let isKnown = false;
  for (const { txHash } of signed) {
    const outcome = await chain.getOutcome(txHash);
    if (outcome.status !== 'mined') continue;
    isKnown = true;
    if (outcome.isFinal) return finish(deps, withdrawal, txHash, outcome);
  }
  if (isKnown) return false;
  const proof = await chain.findImpossibility(signed);
  if (proof !== undefined) return giveBack(deps, withdrawal, proof);
  await broadcastAgain(deps, withdrawal, signed);
  return false;
}

async function broadcastAgain(
  deps: Deps,
  { network }: Withdrawal,
  signed: readonly SignedTransfer[],
): Promise<void> {
  const chain = deps.chains[network];
  await chain.assertAllowedNetwork();
  const newest = signed.at(-1);
  if (newest !== undefined) await chain.broadcast(newest.raw);
}

/** A transaction of the withdrawal is final: it was paid, or it failed on chain and only cost its fee. */
async function finish(deps: Deps, { id }: Withdrawal, txHash: string, outcome: Mined): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id);
    if (withdrawal.state !== 'broadcast') return false;
    const now = deps.clock.now();
    const evidence = {
      txHash,
      blockHeight: outcome.blockHeight,
      succeeded: outcome.succeeded,
      feeUnits: String(outcome.feeUnits),
    };
    if (outcome.succeeded) {
      await transition(tx, withdrawal, { to: 'confirmed', now, evidence, txHash });
      await postTransfer(tx, {
        reference: `withdrawal/${id}/confirm`,
        kind: 'withdrawal',
        createdAt: now,
        moves: paidMoves(withdrawal),
      });
    } else {
      await release(tx, withdrawal, now, {
        evidence,
        reason: 'The network did not carry out the transfer. The money is back in your balance.',
      });
    }
    await bookNetworkFee(tx, { network: withdrawal.network, txHash, outcome, now });
    tx.onCommit(() =>
      deps.events.emit(withdrawal.userId, 'wallet.changed', 'withdrawal.changed', 'transaction.changed'),
    );
    return true;
  });
}

function paidMoves({ userId, currency, amountMicro, feeMicro }: Withdrawal): Move[] {
  const withdrawing = userAccount(userId, 'withdrawing', currency);
  const paid: Move = { from: withdrawing, to: transit(currency), amountMicro };
  return feeMicro > 0n ? [paid, { from: withdrawing, to: surplus(currency), amountMicro: feeMicro }] : [paid];
}

async function giveBack(deps: Deps, { id }: Withdrawal, proof: Impossibility): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id);
    if (withdrawal.state !== 'broadcast') return false;
    const reason = 'The network did not take the transfer in time. The money is back in your balance.';
    await release(tx, withdrawal, deps.clock.now(), { evidence: proof, reason });
    tx.onCommit(() =>
      deps.events.emit(withdrawal.userId, 'wallet.changed', 'withdrawal.changed', 'transaction.changed'),
    );
    return true;
  });
}

async function release(
  tx: Transaction,
  withdrawal: Withdrawal,
  now: number,
  why: { evidence: Readonly<Record<string, string | number | boolean>>; reason: string },
): Promise<void> {
  const { id, userId, currency, amountMicro, feeMicro } = withdrawal;
  await transition(tx, withdrawal, { to: 'failed', now, ...why });
  await postTransfer(tx, {
    reference: `withdrawal/${id}/fail`,
    kind: 'withdrawal-return',
    createdAt: now,
    moves: [
      { from: custody(currency), to: transit(currency), amountMicro },
      {
        from: userAccount(userId, 'withdrawing', currency),
        to: userAccount(userId, 'withdrawable', currency),
        amountMicro: amountMicro + feeMicro,
      },
    ],
  });
}

/** Books what the network took, rounded up to a micro-unit; what that is too much is noted as dust that the chain still holds. */
async function bookNetworkFee(
  tx: Transaction,
  fee: { network: Network; txHash: string; outcome: Mined; now: number },
): Promise<void> {
  const { network, txHash, outcome, now } = fee;
  const { amountMicro, dustUnits } = roundUp(outcome.feeCurrency, outcome.feeUnits);
  await tx
    .insertInto('networkFee')
    .values({
      network,
      txHash,
      currency: outcome.feeCurrency,
      amountMicro,
      dustUnits,
      blockHeight: outcome.blockHeight,
      createdAt: now,
    })
    .execute();
  if (amountMicro === 0n) return;
  await postTransfer(tx, {
    reference: `network-fee/${network}/${txHash}`,
    kind: 'network-fee',
    createdAt: now,
    moves: [{ from: networkFees(outcome.feeCurrency), to: custody(outcome.feeCurrency), amountMicro }],
  });
}

function roundUp(currency: LedgerCurrency, units: bigint): { amountMicro: bigint; dustUnits: bigint } {
  const down = fromChainUnits(currency, units);
  if (down.dustUnits === 0n) return down;
  const amountMicro = down.amountMicro + 1n;
  return { amountMicro, dustUnits: toChainUnits(currency, amountMicro) - units };
}
