/** A way to refuse, for programs and for people. */
export interface ErrorDescription {
  /** The HTTP status that REST and tRPC answer with. */
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  /** Whether the same request may succeed later without being changed. */
  readonly retryable: boolean;
  /** What happened and what to do, for a person. `{name}` is filled from the error's details. */
  readonly message: string;
}
