export type { PasskeyAnswer } from './passkey-answer.ts';
export {
  addPasskey,
  beginPasskey,
  listPasskeys,
  type NewPasskey,
  removePasskey,
} from './passkeys.ts';
export {
  askForPasskey,
  assertCodeOfSession,
  beginPasskeyLogin,
  getPasskeyCode,
  logInWithPasskey,
} from './use-passkey.ts';
export type { PasskeyCreationOptions, PasskeyRequestOptions } from './web-authn.ts';
