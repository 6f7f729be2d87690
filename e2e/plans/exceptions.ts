// Reads of a whole table that are meant, each with its reason. An exception that no statement needs any more fails the test.

/** Tables that do not grow with users or their history. */
export const SMALL_TABLES: Readonly<Record<string, string>> = {
  book_correction: 'one row per proposal of an admin',
  chain_status: 'one row per network',
  logged_transaction:
    'one short row per transaction that the pool signed, compared with signed.log when it starts',
  counter: 'a fixed list of counters',
  daily_total: 'a few rows per day',
  dust: 'one row per currency',
  outside_transfer: 'what another program signed for an address of ours, which halts payouts each time',
  posting_rule: 'the closed grammar',
  quarantined_transfer: 'transfers that no account can hold, each of which cost its sender a fee',
  reconciliation: 'one row per currency',
  reread_transaction: 'transactions that are read once more, which takes them off the list',
  reward_run: 'one row per day, currency and version of the terms',
  scanned_block: 'hashes of the newest 20,000 blocks of each network at most',
  setting: 'a fixed list of names',
  snapshot: 'about one row per day',
  stray_balance: 'addresses that hold something although a sweep emptied them',
  sweep: 'one row per press of a button',
  terms: 'one row per published version',
  terms_principal: 'one row per version and currency',
  terms_proposal: 'one row per proposal of an admin',
  transfer_kind: 'the closed grammar',
  watcher_confirmation: 'one row per key, 100 at most',
  worker_lease: 'one row per worker',
};

/** Partial indexes whose rows leave them once work is done, or that few rows ever enter: reading all of one is bounded by open work. */
export const OPEN_WORK_INDEXES: Readonly<Record<string, string>> = {
  account_pool_idx: 'accounts of the pool itself',
  account_receivable_idx: 'users who owe after a reorganization',
  deposit_confirming_idx: 'deposits that are not final',
  deposit_reversed_idx: 'deposits that the chain took back',
  deposit_unnamed_idx: 'deposits from before transfers had names, until each has one',
  deposit_unmatched_idx: 'receipts of the operator',
  investment_mature_idx: 'principal that unlocks now',
  mail_waiting_idx: 'mails that wait',
  notice_open: 'notices that are not resolved',
  outgoing_former_idx: 'what replaced blocks opened again, which is rare',
  outgoing_lost_idx: 'payments that replaced blocks have lost, until an admin gives them back',
  outgoing_open_idx: 'what is signed and not decided',
  reward_run_one_open: 'open runs',
  snapshot_unanchored_idx: 'snapshots that wait for their anchor',
  sweep_item_moving_address_idx: 'addresses whose tokens a sweep is moving',
  sweep_item_open_idx: 'addresses of a running sweep',
  sweep_one_running: 'the running sweep',
  terms_proposal_one_open: 'the open proposal',
  transfer_funding_idx: 'fundings of the reserve',
  user_staff_idx: 'admins and auditors',
  wallet_gas_idx: 'addresses that hold coins for fees',
  wallet_to_sweep_idx: 'addresses with deposits that no sweep moved',
  webhook_delivery_due_idx: 'events that wait',
  withdrawal_open_idx: 'withdrawals whose money is on hold',
  withdrawal_open_time_idx: 'withdrawals whose money is on hold',
};

export interface Exception {
  /** File that issues the statement. */
  readonly file: string;
  /** Tables that it may read as a whole. */
  readonly tables: readonly string[];
  readonly reason: string;
}

const AUDIT = 'an audit reads everything: npm run verify-books and the tests';

export const EXCEPTIONS: readonly Exception[] = [
  { file: 'packages/ledger/src/verify-ledger.ts', tables: ['account', 'posting', 'transfer'], reason: AUDIT },
  { file: 'packages/ledger/src/position.ts', tables: ['account'], reason: AUDIT },
  {
    file: 'packages/pool/src/investments/count-unlocking.ts',
    tables: ['investment'],
    reason: 'steps of the clock of a local network alone, whose pools are small',
  },
  {
    file: 'packages/pool/src/books/compare-outgoing.ts',
    tables: ['transfer', 'withdrawal'],
    reason: AUDIT,
  },
  {
    file: 'packages/pool/src/books/verify-books.ts',
    tables: [
      'deposit',
      'gas_top_up',
      'investment',
      'network_fee',
      'network_fee_change',
      'posting',
      'transfer',
      'withdrawal',
    ],
    reason: AUDIT,
  },
  {
    file: 'packages/pool/src/recovery/prepare-restored.ts',
    tables: ['password_reset', 'session', 'sign_up_code', 'sign_up_token'],
    reason: 'npm run restore changes all rows, while no server runs',
  },
  {
    file: 'packages/identity/src/audit/audit-chain.ts',
    tables: ['audit_log'],
    reason: 'admin actions are few',
  },
  {
    file: 'packages/records/src/investments/list-all-investments.ts',
    tables: ['investment'],
    reason: 'a filter by state or currency, of which there are two each',
  },
  {
    file: 'packages/db/src/paging.ts',
    tables: [
      'audit_log',
      'deposit',
      'investment',
      'referral_transfer',
      'user',
      'wallet_release',
      'withdrawal',
    ],
    reason: 'totals, which count a bounded number of entries',
  },
  {
    file: 'packages/records/src/transactions/feed.ts',
    tables: ['deposit', 'withdrawal'],
    reason: 'pages of the public list in the order of its partial indexes, and its total',
  },
  {
    file: 'packages/records/src/transactions/list-admin-transactions.ts',
    tables: ['deposit', 'investment', 'referral_transfer', 'wallet_release', 'withdrawal'],
    reason: 'a filter by currency or outcome, of which there are few, read in the order of time',
  },
  {
    file: 'packages/records/src/users/list-users.ts',
    tables: ['user'],
    reason: 'a page of all users in the order of an index',
  },
  {
    file: 'packages/pool/src/notices/list-notices.ts',
    tables: ['notice'],
    reason: 'a page of resolved notices in the order of their partial index',
  },
];
