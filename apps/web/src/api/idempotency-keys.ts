import { createKey } from '../random.ts';
import { tabStorage } from '../storage.ts';

// A request whose answer was lost may have been carried out. Its key is kept for what it asks for until an answer comes, over a closed
// dialog and a reload, so that asking again is the same request and not a second one (docs/api.md, Money twice).

const STORAGE_NAME = 'glasspool.request-keys';

/** Key of each request that waits for an answer. */
type OpenRequests = Record<string, string>;

/** Procedures that are given a key: those that name an amount or what is published, or make a secret. */
const KEYED =
  /^(apiKeys.createApiKey|referrals.transferReferral|reserve.(fundReserve|publishTerms)|hotWallet.withdrawOwnFunds|users.(addNote|inviteStaff)|webhooks.createWebhook|withdrawals.withdraw)$/;

/** Given a key where they name an amount: the whole of a balance finds nothing left the second time, and is another one later. */
const KEYED_IN_PART = /^investments.(invest|releaseWallet)$/;

/** Fields that show who asks, or what the person saw: the request is the same with others. */
const NOT_ASKED_FOR: ReadonlySet<string> = new Set(['totp', 'password', 'fee', 'termsVersion']);
/** Asks for the cover of a version of terms: the version is a part of what is asked for. */
const FUND_RESERVE = 'reserve.fundReserve';

/** Name of a request by what it asks for; undefined where no key is taken. */
export function nameRequest(path: string, input: unknown): string | undefined {
  const isPart = KEYED_IN_PART.test(path) && Object(input).amount !== undefined;
  if (!isPart && !KEYED.test(path)) return undefined;
  const isLeftOut = (name: string): boolean =>
    NOT_ASKED_FOR.has(name) && !(path === FUND_RESERVE && name === 'termsVersion');
  return path + JSON.stringify(input, (name, value: unknown) => (isLeftOut(name) ? undefined : value));
}

/** Returns the key of a request that waits for an answer, or makes one. */
export function takeKey(request: string): string {
  const key = open[request] ?? createKey();
  open[request] = key;
  save();
  return key;
}

/** Ends a request: an answer came, and the next one that asks for the same is another. */
export function endRequest(request: string): void {
  delete open[request];
  save();
}

/** Ends every request, when their user logs out: the next user of the tab is not to read what they asked for. */
export function endAllRequests(): void {
  open = {};
  save();
}

// Written below, by this app alone.
let open = JSON.parse(tabStorage.get(STORAGE_NAME) ?? '{}') as OpenRequests;

function save(): void {
  tabStorage.set(STORAGE_NAME, JSON.stringify(open));
}
