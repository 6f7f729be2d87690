import type { CDPSession, Page } from 'playwright-core';

/** Kinds of authenticators that Chromium plays: one in the device that checks its user, a security key that does, and a plain one. */
const KINDS = {
  device: { protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal', isFull: true },
  key: { protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'usb', isFull: true },
  'plain key': { protocol: 'u2f', transport: 'usb', isFull: false },
} as const;

/** An authenticator of a page's browser, which agrees to all that is asked of it. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #authenticatorId: string;

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session;
    this.#authenticatorId = authenticatorId;
  }

  static async plugIn(page: Page, kind: keyof typeof KINDS): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { isFull, ...options } = KINDS[kind];
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...options,
        hasResidentKey: isFull,
        hasUserVerification: isFull,
        isUserVerified: isFull,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Puts a copy of its passkey, made before it was used, in the place of the passkey. */
  async copyFromBefore(): Promise<void> {
    const { credentials } = await this.#send('WebAuthn.getCredentials');
    for (const credential of credentials) {
      const { credentialId } = credential;
      await this.#session.send('WebAuthn.removeCredential', {
        authenticatorId: this.#authenticatorId,
        credentialId,
      });
      await this.#session.send('WebAuthn.addCredential', {
        authenticatorId: this.#authenticatorId,
        credential: { ...credential, rpId: credential.rpId ?? 'localhost', signCount: 0 },
      });
    }
  }

  /** Has the next user be another than the owner: a wrong finger. */
  async setOwnerPresent(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', {
      authenticatorId: this.#authenticatorId,
      isUserVerified,
    });
  }

  #send(command: 'WebAuthn.getCredentials') {
    return this.#session.send(command, { authenticatorId: this.#authenticatorId });
  }
}
