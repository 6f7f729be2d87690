/** Fields of inputs that a refusal can concern, by the names that contracts use (docs/decisions/010-refusals-name-their-field.md). */
export type ErrorField =
  | 'address'
  | 'amount'
  | 'currentPassword'
  | 'email'
  | 'newPassword'
  | 'otp'
  | 'password'
  | 'referralCode'
  | 'totp'
  | 'url';

/** A way to refuse, for programs and for people. */
export interface ErrorDescription {
  /** The HTTP status that REST and tRPC answer with. */
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 416 | 422 | 429 | 500 | 503;
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean;
  /** Sentence for a person: what happened and what to do. `{name}` is filled from the error's details. */
  readonly message: string;
  /** Input field that the refusal concerns, where it is one field. */
  readonly field?: ErrorField;
}
