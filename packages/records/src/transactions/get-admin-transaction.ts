import type { AdminTransactionType } from '@glasspool/core';
import { type LedgerCurrency, PoolError } from '@glasspool/core';
import {
  listDepositReferences,
  listInvestmentReferences,
  listRunReferences,
  listWithdrawalReferences,
  networkFeeChangeReference,
  networkFeeReference,
  referralTransferReference,
  walletReleaseReference,
} from '@glasspool/core/books';
import type { Queryable } from '@glasspool/db';
import type { PoolDeps } from '@glasspool/pool/deps';
import { sql } from 'kysely';
import type { AdminTransaction } from './hydrate.ts';
import { hydrate } from './hydrate.ts';

const TRANSFERS_MAX = 50;

interface PostingView {
  readonly path: string;
  readonly currency: LedgerCurrency;
  readonly amountMicro: bigint;
}

interface TransferView {
  readonly reference: string;
  readonly kind: string;
  readonly createdAt: number;
  readonly postings: readonly PostingView[];
}

/** Everything that the database knows about one transaction. */
export interface AdminTransactionDetails {
  readonly transaction: AdminTransaction;
  /** Named facts, most of them from the chain. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** Transfers of the ledger that the transaction caused. */
  readonly transfers: readonly TransferView[];
}

/**
 * Returns one row of the back office's history, with its chain facts, its states and the postings of its transfers.
 *
 * @throws PoolError NOT_FOUND
 */
export async function getAdminTransaction(
  { db }: Pick<PoolDeps, 'db'>,
  request: { type: AdminTransactionType; id: string },
): Promise<AdminTransactionDetails> {
  const { type, id } = request;
  const [transaction] = await hydrate(db.read, [{ type, id, createdAt: 0 }]);
  if (transaction === undefined) throw new PoolError('NOT_FOUND');
  const facts = await FACTS[type](db.read, id);
  return {
    transaction,
    facts,
    transfers: await readTransfers(db.read, await getReferences(db.read, transaction)),
  };
}

type Facts = AdminTransactionDetails['facts'];
type Row = Readonly<Record<string, unknown>>;

const FACTS: Readonly<Record<AdminTransactionType, (db: Queryable, id: string) => Promise<Facts>>> = {
  deposit: async (db, id) =>
    toFacts(
      await sql<Row>`select log_index, block_height, block_hash, dust_units, state
        from deposit where id = ${id}`.execute(db),
    ),
  withdrawal: readWithdrawalFacts,
  referral_transfer: async (db, id) =>
    toFacts(
      await sql<Row>`select user_id, investment_id from referral_transfer where id = ${id}`.execute(db),
    ),
  investment: async (db, id) =>
    toFacts(
      await sql<Row>`select terms_version, state, rewarded_days, rewarded_micro
        from investment where id = ${id}`.execute(db),
    ),
  daily_payout: async (db, id) =>
    toFacts(
      await sql<Row>`select terms_version, state, investments, principal_micro, due_micro, share_ppb, paid_micro,
        referral_paid_micro, reserve_before_micro, fixed_micro, root from reward_run where id = ${id}`.execute(
        db,
      ),
    ),
  wallet_release: async (db, id) =>
    toFacts(await sql<Row>`select user_id from wallet_release where id = ${id}`.execute(db)),
};

async function readWithdrawalFacts(db: Queryable, id: string): Promise<Facts> {
  const { rows: events } = await sql<{ toState: string; evidence: string }>`
    select to_state, evidence from withdrawal_event where withdrawal_id = ${id} order by created_at`.execute(
    db,
  );
  const { rows: sent } = await sql<Row>`
    select o.sender, o.nonce, f.block_height, f.amount_micro
    from outgoing_transaction o left join network_fee f on f.network = o.network and f.tx_hash = o.tx_hash
    where o.subject = ${id} order by o.created_at`.execute(db);
  return [
    ...sent.flatMap((row) => toFacts({ rows: [row] })),
    ...events.map(({ toState, evidence }) => ({ name: toState, value: evidence })),
  ];
}

/** Turns a row into facts. Their names are the column names, split into words. */
function toFacts({ rows }: { rows: readonly Row[] }): Facts {
  return Object.entries(rows[0] ?? {}).flatMap(([name, value]) =>
    value === null
      ? []
      : [{ name: name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), value: String(value) }],
  );
}

/** References that a transaction's transfers may carry. */
async function getReferences(
  db: Queryable,
  { type, id, txHash, network }: AdminTransaction,
): Promise<readonly string[]> {
  switch (type) {
    case 'deposit': {
      const { rows } = await sql<{ logIndex: number; reversals: number }>`
        select log_index, reversals from deposit where id = ${id}`.execute(db);
      return rows.flatMap(({ logIndex, reversals }) =>
        listDepositReferences({ network, txHash: txHash ?? '', logIndex, depositId: id, reversals }),
      );
    }
    case 'withdrawal':
      return [
        ...listWithdrawalReferences(id),
        ...(txHash === null ? [] : [networkFeeReference(network, txHash)]),
        ...(await listFeeChanges(db, id)),
      ];
    case 'investment':
      return listInvestmentReferences(id);
    case 'daily_payout':
      return listRunReferences(id);
    case 'referral_transfer':
      return [referralTransferReference(id)];
    case 'wallet_release':
      return [walletReleaseReference(id)];
  }
}

/** References of the transfers that changed the fees of a subject's transactions. */
async function listFeeChanges(db: Queryable, subject: string): Promise<string[]> {
  const changes = await db
    .selectFrom('outgoingTransaction as sent')
    .innerJoin('networkFeeChange as change', (join) =>
      join.onRef('change.network', '=', 'sent.network').onRef('change.txHash', '=', 'sent.txHash'),
    )
    .where('sent.subject', '=', subject)
    .select(['change.id', 'change.network', 'change.txHash'])
    .execute();
  return changes.map(networkFeeChangeReference);
}

async function readTransfers(db: Queryable, references: readonly string[]): Promise<TransferView[]> {
  if (references.length === 0) return [];
  const rows = await db
    .selectFrom('transfer')
    .innerJoin('posting', 'posting.transferId', 'transfer.id')
    .innerJoin('account', 'account.id', 'posting.accountId')
    .select([
      'transfer.id',
      'transfer.reference',
      'transfer.kind',
      'transfer.createdAt',
      'account.path',
      'account.currency',
      'posting.amountMicro',
    ])
    .where('transfer.reference', 'in', references)
    .limit(TRANSFERS_MAX)
    .execute();
  // Sorted here: an order by id tempts PostgreSQL to read transfers in that order instead of by reference.
  rows.sort((a, b) => a.id - b.id || (a.amountMicro < b.amountMicro ? -1 : 1));
  const transfers = new Map<number, TransferView & { postings: PostingView[] }>();
  for (const { id, reference, kind, createdAt, path, currency, amountMicro } of rows) {
    const transfer = transfers.get(id) ?? { reference, kind, createdAt, postings: [] };
    transfer.postings.push({ path, currency, amountMicro });
    transfers.set(id, transfer);
  }
  return [...transfers.values()];
}
