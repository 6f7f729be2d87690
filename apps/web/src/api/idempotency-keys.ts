// A request whose answer was lost may have been carried out. Its key is kept for what it asks for until an answer comes, over a closed
// dialog and a reload, so that asking again is the same request and not a second one (docs/api.md, Money twice).

const STORAGE_NAME = 'glasspool.request-keys';

/** Key of each request that waits for an answer. */
type OpenRequests = Record<string, string>;

/**
 * Procedures that are given a key: those that name an amount, what is published, or make a secret. What moves a whole balance finds
 * nothing left the second time.
 */
const KEYED =
  /^(apiKeys.createApiKey|referrals.transferReferral|reserve.(fundReserve|publishTerms)|hotWallet.withdrawOwnFunds|users.(addNote|inviteStaff)|webhooks.createWebhook|withdrawals.withdraw)$/;

/** Name of a request by what it asks for, without the code and password that show who asks; undefined where no key is taken. */
export function nameRequest(path: string, input: unknown): string | undefined {
  return KEYED.test(path)
    ? path +
        JSON.stringify(input, (name, value: unknown) =>
          name === 'totp' || name === 'password' ? undefined : value,
        )
    : undefined;
}

/** Returns the key of a request that waits for an answer, or makes one. */
export function takeKey(request: string): string {
  const key = open[request] ?? crypto.randomUUID();
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

let open: OpenRequests = {};
try {
  // Written below, by this app alone.
  open = JSON.parse(sessionStorage.getItem(STORAGE_NAME) ?? '{}') as OpenRequests;
} catch {
  // A browser that stores nothing keeps them until the page is left.
}

function save(): void {
  try {
    sessionStorage.setItem(STORAGE_NAME, JSON.stringify(open));
  } catch {
    // As above.
  }
}
