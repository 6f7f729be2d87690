import type { TRPCRouterRecord } from '@trpc/server';
import { beginPasskeyLogin, logInWithPasskey } from './log-in-with-passkey.ts';
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  getPasskeyCode,
  listPasskeys,
  removePasskey,
} from './passkeys.ts';

export const passkeyRoutes = {
  listPasskeys,
  beginPasskey,
  addPasskey,
  removePasskey,
  askForPasskey,
  getPasskeyCode,
  beginPasskeyLogin,
  logInWithPasskey,
} satisfies TRPCRouterRecord;
