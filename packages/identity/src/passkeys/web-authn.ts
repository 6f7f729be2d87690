import type * as helpers from '@simplewebauthn/server/helpers';

export type {
  PublicKeyCredentialCreationOptionsJSON as PasskeyCreationOptions,
  PublicKeyCredentialRequestOptionsJSON as PasskeyRequestOptions,
} from '@simplewebauthn/server';

type WebAuthn = Pick<
  typeof import('@simplewebauthn/server'),
  | 'generateAuthenticationOptions'
  | 'generateRegistrationOptions'
  | 'verifyAuthenticationResponse'
  | 'verifyRegistrationResponse'
> &
  Pick<typeof helpers, 'decodeClientDataJSON'>;

/** EdDSA, ES256 and RS256 (COSE): what authenticators have, and what the library needs no experimental part of Node for. */
export const ALGORITHMS = [-8, -7, -257];

let loaded: Promise<WebAuthn> | undefined;

/** Loads the library with the first passkey: it takes 24 MiB, and a start would wait for it. */
export function loadWebAuthn(): Promise<WebAuthn> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<WebAuthn> {
  const [server, { decodeClientDataJSON }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...server, decodeClientDataJSON };
}
