// Longest texts that a call takes, in characters, where more than one call takes them.

/** Any address of a chain, a payment URI or a typing error: the check of addresses says what is wrong with it. */
export const ADDRESS_LENGTH_MAX = 100;
/** Long enough for a passphrase; hashing takes the same time for all. */
export const PASSWORD_LENGTH_MAX = 128;
/** Tokens of mails and of sign-ups. */
export const TOKEN_LENGTH_MAX = 200;
/** Reasons that users, admins and the audit log read. */
export const REASON_LENGTH_MAX = 300;
