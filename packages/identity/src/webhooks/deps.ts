import type { IdentityDeps } from '../deps.ts';

/** Sends events to servers that users name. */
export interface WebhookTransport {
  /** Returns true when a URL may be sent to at all: never into the network that the pool itself runs in. */
  accepts(url: string): boolean;
  /** Sends one event, without following redirects. Throws when there is no answer. */
  post(request: {
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string;
  }): Promise<{ readonly status: number }>;
}

/** Everything that webhooks may use: the parts of accounts, and the way to the servers of users. */
export interface WebhookDeps extends IdentityDeps {
  readonly webhooks: WebhookTransport;
}
