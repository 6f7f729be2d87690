import { createKey } from '../random.ts';
import { browserStorage } from '../storage.ts';

// A request whose answer was lost may have been carried out. Its key is kept for what it asks for until an answer comes, over a closed
// dialog, a reload and another tab, so that asking again is the same request and not a second one (docs/api.md, Money twice).

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

/** Key of a request. */
interface Taken {
  readonly key: string;
  /** True when the same was asked for before, and no answer has come. */
  readonly isRepeat: boolean;
}

/** Returns the key of a request that waits for an answer, or makes one. */
export function takeKey(request: string): Taken {
  const open = readOpen();
  const known = open[request];
  if (known !== undefined) return { key: known, isRepeat: true };
  const key = createKey();
  save({ ...open, [request]: key });
  return { key, isRepeat: false };
}

/** Returns true while a request waits for an answer. */
export function isOpenRequest(path: string, input: unknown): boolean {
  const name = nameRequest(path, input);
  return name !== undefined && readOpen()[name] !== undefined;
}

/** Ends a request: an answer came, and the next one that asks for the same is another. */
export function endRequest(request: string): void {
  const { [request]: _, ...others } = readOpen();
  save(others);
}

/** Ends every request, when their user logs out: the next user of the browser is not to read what they asked for. */
export function endAllRequests(): void {
  save({});
}

// Read each time: another tab may have asked, or got an answer.
function readOpen(): OpenRequests {
  // Written below, by this app alone.
  return JSON.parse(browserStorage.get(STORAGE_NAME) ?? '{}') as OpenRequests;
}

function save(open: OpenRequests): void {
  browserStorage.set(STORAGE_NAME, JSON.stringify(open));
}
