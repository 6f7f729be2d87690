import { HOT_WALLET_INDEX, type SignedTransfer } from '@glasspool/chains';
import { lockRows, type Row, type Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import {
  bookAnswer,
  bookNetworkFee,
  broadcastStored,
  findHalt,
  findSigningObstacle,
  followOutgoing,
  signNext,
  storeSigned,
} from '../outgoing/index.ts';
import { planGasReturn } from './rules.ts';

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'chains' | 'settings' | 'signedLog' | 'events' | 'signingGate'>;
type Item = Row<'sweepItem'>;

/**
 * Takes back to the hot wallet what an address has left of the coins that it was sent for a fee, where that is worth its own fee.
 * Tried once: coins that stay are found by reconciliation and used by the next sweep.
 */
export async function returnGas(deps: Deps, item: Item): Promise<void> {
  const { network } = item;
  const subject = `${item.id}/gas`;
  const signed = await deps.db.read
    .selectFrom('outgoingTransaction')
    .select('txHash')
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (signed === undefined) return send(deps, item, subject);
  const fate = await followOutgoing(deps, { network, subject });
  if (fate.kind === 'open') return;
  await bookAnswer(deps, fate, (tx) =>
    changeIn(tx, deps, item, async () => {
      if (fate.kind === 'final')
        await bookNetworkFee(tx, { network, subject, now: deps.clock.now(), ...fate });
      return true;
    }),
  );
}

async function send(deps: Deps, item: Item, subject: string): Promise<void> {
  const { network } = item;
  if ((await findHalt(deps)) !== undefined || (await findSigningObstacle(deps, network)) !== null) return;
  const transfer = await quoteReturn(deps, item);
  if (transfer === undefined) return void (await change(deps, item, async () => true));
  const signed = await signNext(deps, network, transfer);
  if (signed === undefined) return;
  if (await change(deps, item, (tx) => store(tx, deps, { item, subject, signed })))
    await broadcastStored(deps, { network, subject, signed });
}

async function quoteReturn(deps: Deps, { network, derivationIndex }: Item) {
  const chain = deps.chains[network];
  const transfer = {
    fromIndex: derivationIndex,
    currency: 'BNB',
    to: chain.deriveAddress(HOT_WALLET_INDEX),
    units: 0n,
  } as const;
  const { senderFeeUnits: coinUnits, feeMaxUnits } = await chain.quoteSend(transfer);
  const units = planGasReturn({ coinUnits, feeMaxUnits });
  return units === undefined ? undefined : { ...transfer, units };
}

/** Still owed until it is final: 'keep' leaves the mark that it is. */
async function store(
  tx: Transaction,
  { clock }: Deps,
  { item, subject, signed }: { item: Item; subject: string; signed: SignedTransfer },
): Promise<'keep' | false> {
  const isStored = await storeSigned(tx, { network: item.network, subject, signed, now: clock.now() });
  return isStored && 'keep';
}

type Decide = (tx: Transaction) => Promise<boolean | 'keep'>;

/** Ends what an item has to return, unless another process did, or `decide` answers that it goes on. */
function change(deps: Deps, item: Item, decide: Decide): Promise<boolean> {
  return deps.db.transaction((tx) => changeIn(tx, deps, item, decide));
}

async function changeIn(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { id }: Item,
  decide: Decide,
): Promise<boolean> {
  const query = tx.selectFrom('sweepItem').select('returnsGas').where('id', '=', id);
  const { returnsGas } = await lockRows(tx, query).executeTakeFirstOrThrow();
  if (returnsGas === 0) return false;
  const decided = await decide(tx);
  if (decided === true)
    await tx
      .updateTable('sweepItem')
      .set({ returnsGas: 0, updatedAt: clock.now() })
      .where('id', '=', id)
      .execute();
  return decided !== false;
}
