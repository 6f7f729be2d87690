import { ANCHOR_INDEX, HOT_WALLET_INDEX, type TransferIntent } from '@glasspool/chains';
import { lockRows, type Queryable, type Transaction } from '@glasspool/db';
import type { OutgoingHandler, OutgoingHandlers } from '@glasspool/pool/deps';
import {
  beginSending,
  findOutgoing,
  type Sending,
  type SendRequest,
  toAnchorGasId,
  toAnchorId,
} from '@glasspool/pool/outgoing';
import { POOL_HANDLERS } from '@glasspool/pool/outgoing-handlers';
import { anchorData, fromHex, toHex, writeJson } from '@glasspool/proof';
import type { SnapshotStore } from './deps.ts';
import type { Snapshot } from './list-snapshots.ts';

/** Number of anchors that one transfer of coins to the anchoring address pays for. */
const ANCHORS_PER_TOP_UP = 20n;
const ANCHOR_ID = /^snapshot\/(\d+)$/;

type Deps = Parameters<typeof beginSending>[0];

/** Steps of each purpose about what was signed for it, anchors included: those write a file into their snapshot. */
export function createOutgoingHandlers(snapshots: SnapshotStore): OutgoingHandlers {
  return { ...POOL_HANDLERS, anchor: createAnchorHandler(snapshots) };
}

function createAnchorHandler(snapshots: SnapshotStore): OutgoingHandler {
  const record = (tx: Transaction, id: string, change: { anchorTxHash: string; anchoredAt?: number }) =>
    tx.updateTable('snapshot').set(change).where('number', '=', toNumber(id)).execute();
  return {
    // Write the file first: a row that names the anchor without the file would be a broken promise.
    prepare: async ({ id }, { txHash }) => {
      if (txHash !== null) await snapshots.write(toNumber(id), 'anchor.json', [writeJson({ txHash })]);
    },
    onPaid: async (tx, { clock }, { id }, { txHash }) => {
      if (txHash !== null) await record(tx, id, { anchorTxHash: txHash, anchoredAt: clock.now() });
    },
    // Its bytes are in a block either way.
    onUnpaid: async (tx, { clock }, { id }, { txHash }) => {
      if (txHash !== null) await record(tx, id, { anchorTxHash: txHash, anchoredAt: clock.now() });
    },
    onPaidAgain: async (tx, _deps, { id }, { txHash }) => {
      if (txHash !== null) await record(tx, id, { anchorTxHash: txHash });
    },
  };
}

function toNumber(id: string): number {
  const number = ANCHOR_ID.exec(id)?.[1];
  if (number === undefined) throw new Error(`${id} is no anchor.`);
  return Number(number);
}

/**
 * Anchors the oldest manifest that is not on chain yet: the anchoring address sends itself a transaction whose nonce is the snapshot's
 * number. So each number has exactly one anchor, and a gap is visible (docs/proof-of-solvency.md). Returns true when it sent something.
 */
export async function anchorSnapshots(deps: Deps): Promise<boolean> {
  const snapshot = await findUnanchored(deps);
  if (snapshot === undefined || (await findOutgoing(deps.db.read, toAnchorId(snapshot.number))) !== undefined)
    return false;
  const gas = await readGas(deps.db.read, snapshot);
  if (gas.isOpen) return false;
  const sending = await beginSending(deps, 'BSC');
  if (typeof sending === 'string') return false;
  const intent = getAnchor(deps, snapshot);
  const quote = await deps.chains.BSC.quoteSend(intent);
  const step =
    quote.senderFeeUnits >= quote.feeMaxUnits
      ? ({
          purpose: 'anchor',
          id: toAnchorId(snapshot.number),
          intent,
          quote,
          nonce: snapshot.number,
        } as const)
      : await planGas(deps, {
          id: toAnchorGasId(snapshot.number, gas.attempts),
          feeMaxUnits: quote.feeMaxUnits,
        });
  if (step === undefined) return false;
  return sendFor(sending, snapshot, step, gas.attempts);
}

/** Sends one step for a snapshot, unless another process has signed one meanwhile: coins and the anchor itself exclude each other. */
async function sendFor(
  { send }: Sending,
  { number }: Snapshot,
  step: Omit<SendRequest, 'claim'>,
  attempts: number,
): Promise<boolean> {
  const claim = async (tx: Transaction): Promise<boolean> => {
    const query = tx.selectFrom('snapshot').select('number').where('number', '=', number);
    await lockRows(tx, query).executeTakeFirstOrThrow();
    const taken = [toAnchorId(number), toAnchorGasId(number, attempts)];
    const row = await tx.selectFrom('outgoing').select('id').where('id', 'in', taken).executeTakeFirst();
    return row === undefined;
  };
  return (await send({ ...step, claim })) === 'sent';
}

async function findUnanchored({ db }: Deps): Promise<Snapshot | undefined> {
  return db.read
    .selectFrom('snapshot')
    .selectAll()
    .where('anchoredAt', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

function getAnchor({ chains }: Deps, { manifestDigest }: Snapshot): TransferIntent {
  const data = `0x${toHex(anchorData(fromHex(manifestDigest)))}`;
  return {
    fromIndex: ANCHOR_INDEX,
    currency: 'BNB',
    to: chains.BSC.deriveAddress(ANCHOR_INDEX),
    units: 0n,
    data,
  };
}

/** The transfers of coins for the anchor of a snapshot so far. Their numbers have no gap, so each one is looked up by its id. */
async function readGas(
  db: Queryable,
  { number }: Snapshot,
): Promise<{ readonly isOpen: boolean; readonly attempts: number }> {
  for (let attempts = 0; ; attempts += 1) {
    const row = await findOutgoing(db, toAnchorGasId(number, attempts));
    if (row === undefined) return { isOpen: false, attempts };
    if (row.state === 'open') return { isOpen: true, attempts };
  }
}

/** A transfer of coins for the fees of anchors. Undefined while the hot wallet lacks them: the notice about withdrawals that wait for coins tells the admins. */
async function planGas(
  { chains }: Deps,
  { id, feeMaxUnits }: { id: string; feeMaxUnits: bigint },
): Promise<Omit<SendRequest, 'claim'> | undefined> {
  const to = chains.BSC.deriveAddress(ANCHOR_INDEX);
  const units = ANCHORS_PER_TOP_UP * feeMaxUnits;
  const intent = { fromIndex: HOT_WALLET_INDEX, currency: 'BNB', to, units } as const;
  const quote = await chains.BSC.quoteSend(intent);
  const isEnough = quote.senderUnits >= units + quote.feeMaxUnits;
  return isEnough ? { purpose: 'anchor-gas', id, intent, quote } : undefined;
}
