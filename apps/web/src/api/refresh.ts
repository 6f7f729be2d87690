import type { LocalAppRouter } from '@glasspool/api';
import { useQueryClient } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { trpc } from './trpc.ts';

type Utils = ReturnType<typeof trpc.useUtils>;
type Events = inferRouterOutputs<LocalAppRouter>['events']['onChange'];
export type EventType = Events extends AsyncIterable<{ type: infer Type }> ? Type : never;

/** Groups of answers that become stale together. */
const GROUPS = {
  wallets: (utils) => utils.wallets.invalidate(),
  transactions: (utils) => utils.transactions.invalidate(),
  investments: (utils) => utils.investments.invalidate(),
  referrals: (utils) => utils.referrals.invalidate(),
  figures: (utils) => utils.transparency.getPoolFigures.invalidate(),
  // The rest of the public area changes with snapshots, runs and fundings.
  publications: (utils) =>
    utils.transparency.invalidate(undefined, {
      predicate: ({ queryKey: [path] }) => !(Array.isArray(path) && path.includes('getPoolFigures')),
    }),
  notices: (utils) => utils.notices.invalidate(),
  reviews: (utils) => utils.withdrawals.listReviews.invalidate(),
  withdrawalLimits: (utils) => utils.withdrawals.getWithdrawalLimits.invalidate(),
  hotWallet: (utils) => utils.hotWallet.invalidate(),
  books: (utils) => utils.books.invalidate(),
  receipts: (utils) => utils.deposits.invalidate(),
  sweeps: (utils) => utils.sweeps.invalidate(),
  terms: (utils) => utils.reserve.invalidate(),
  announcement: (utils) => utils.support.getAnnouncement.invalidate(),
} as const satisfies Record<string, (utils: Utils) => Promise<void>>;

type Group = keyof typeof GROUPS;

/** Answers that an event makes stale. Those that a screen shows are asked again, the others when they are needed next. */
const STALE: Readonly<Record<EventType, readonly Group[]>> = {
  'wallet.changed': ['wallets', 'figures'],
  'transaction.changed': ['transactions'],
  'investment.changed': ['investments', 'figures'],
  'withdrawal.changed': ['transactions', 'reviews', 'withdrawalLimits'],
  'rewards.paid': ['wallets', 'transactions', 'investments', 'referrals', 'figures', 'publications'],
  'notice.changed': ['notices', 'reviews', 'hotWallet', 'books', 'receipts'],
  'sweep.progress': ['sweeps', 'hotWallet'],
  'hotWallet.changed': [
    'hotWallet',
    'books',
    'receipts',
    'reviews',
    'transactions',
    'figures',
    'publications',
  ],
  'terms.changed': ['terms', 'withdrawalLimits', 'figures', 'publications', 'notices'],
  'payouts.changed': ['figures', 'hotWallet'],
  'session.ended': [],
  'announcement.changed': ['announcement'],
};

/** Events that every signed-in screen hears at once. */
const HEARD_BY_ALL: ReadonlySet<EventType> = new Set([
  'rewards.paid',
  'terms.changed',
  'payouts.changed',
  'announcement.changed',
]);

/** All that a signed-in screen may have missed. */
export const ALL_EVENTS: readonly EventType[] = [
  'rewards.paid',
  'notice.changed',
  'sweep.progress',
  'hotWallet.changed',
  'terms.changed',
  'payouts.changed',
  'announcement.changed',
];

/** Asks again for what events make stale: after a change of the user's own, or one that was heard of. */
export function useRefresh(): (...types: readonly EventType[]) => void {
  const utils = trpc.useUtils();
  return (...types) => {
    // Each group once: asking again cancels what is being asked.
    for (const group of new Set(types.flatMap((type) => STALE[type]))) void GROUPS[group](utils);
  };
}

/** Asks again for whatever was refused, and for who the user is: new two-factor authentication may open what was closed. */
export function useRefreshRefused(): () => void {
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  return () => {
    void utils.auth.invalidate();
    void utils.users.invalidate();
    void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  };
}

function randomFraction(): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return word / 2 ** 32;
}

const TOGETHER_MS = 100;
const SPREAD_MS = 2_000;

/**
 * Puts events that come close together into one refresh. What all screens hear at once is spread over two seconds, so that they do not
 * all ask at once.
 */
export class Gathered {
  readonly #refresh: (types: readonly EventType[]) => void;
  readonly #random: () => number;
  readonly #types = new Set<EventType>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(refresh: (types: readonly EventType[]) => void, random: () => number = randomFraction) {
    this.#refresh = refresh;
    this.#random = random;
  }

  add(type: EventType): void {
    this.#types.add(type);
    this.#timer ??= setTimeout(
      () => this.#flush(),
      TOGETHER_MS + (HEARD_BY_ALL.has(type) ? this.#random() * SPREAD_MS : 0),
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #flush(): void {
    this.#timer = undefined;
    const types = [...this.#types];
    this.#types.clear();
    this.#refresh(types);
  }
}
