import { describeCallError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';

/** Loads the library with the first passkey: most visits need none. */
const loadLibrary = () => import('@simplewebauthn/browser');

type Library = Awaited<ReturnType<typeof loadLibrary>>;
type PasskeyRequest = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
type PasskeyCreation = Parameters<Library['startRegistration']>[0]['optionsJSON'];

const NETWORK_ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/** Returns why this page can use no passkeys: the browser, or the address that it was opened by (WebAuthn Level 3, 5.1.4.1). */
export function findPasskeyObstacle(): 'unsupported' | 'host' | undefined {
  if (NETWORK_ADDRESS.test(location.hostname)) return 'host';
  return typeof PublicKeyCredential === 'function' ? undefined : 'unsupported';
}

/** Has the browser ask for a passkey that the server accepts. Rejects when the user does not agree. */
export async function answerWithPasskey(optionsJSON: PasskeyRequest) {
  return (await loadLibrary()).startAuthentication({ optionsJSON });
}

/** Has the browser make a passkey. Rejects when the user does not agree. */
export async function createPasskey(optionsJSON: PasskeyCreation) {
  return (await loadLibrary()).startRegistration({ optionsJSON });
}

/** Returns a function that asks for a passkey of the account, and resolves to a code that confirms one action. */
export function usePasskeyCode(): () => Promise<string> {
  const ask = trpc.passkeys.askForPasskey.useMutation();
  const exchange = trpc.passkeys.getPasskeyCode.useMutation();
  return async () => {
    const answer = await answerWithPasskey(await ask.mutateAsync());
    return (await exchange.mutateAsync({ answer })).code;
  };
}

/** Explains why there is no passkey, by the browser's error name. */
export function describePasskeyError(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return t('login.passkeyCancelled');
  if (name === 'InvalidStateError') return t('login.passkeyAgain');
  if (name === 'SecurityError') return t('login.passkeyHost');
  return describeCallError(error, 'login.passkeyFailed').message;
}
