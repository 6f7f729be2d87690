import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyAnswer } from '../passkeys/passkey-answer.ts';
import type { NewPasskey } from '../passkeys/passkeys.ts';

const FLAG = { present: 0x01, verified: 0x04, attested: 0x40 };
const AAGUID = Buffer.alloc(16);

/** Question of a page to an authenticator, with the page's origin, which the browser adds. */
interface Asked {
  readonly challenge: string;
  readonly rpId?: string | undefined;
  readonly origin?: string;
  readonly isPersonChecked?: boolean;
}

/**
 * An authenticator in memory with one passkey (ES256), which does what its test wants: signs for another site, without a person, with an
 * old count. `counts`: false for one that is kept on several devices and says 0.
 */
export class SoftAuthenticator {
  readonly id: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: Buffer;
  readonly #counts: boolean;
  userHandle: string | undefined;
  signCount = 0;

  constructor(name: string, { counts = true }: { counts?: boolean } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.id = Buffer.from(name.padEnd(16, '.')).toString('base64url');
    this.#privateKey = privateKey;
    // COSE_Key of RFC 9053, 7.1.1: EC2, ES256, P-256, x, y.
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    this.#publicKey = Buffer.from(isoCBOR.encode(key));
    this.#counts = counts;
  }

  create(asked: Asked & { userHandle: string }): NewPasskey {
    this.userHandle = asked.userHandle;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const credential = Buffer.concat([AAGUID, length, id, this.#publicKey]);
    const authData = Buffer.concat([this.#authenticatorData(asked, FLAG.attested), credential]);
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', new Uint8Array(authData)],
    ]);
    const attestationObject = Buffer.from(isoCBOR.encode(attestation)).toString('base64url');
    const clientDataJSON = clientData('webauthn.create', asked).toString('base64url');
    return { id: this.id, response: { clientDataJSON, attestationObject, transports: ['internal'] } };
  }

  answer(asked: Asked): PasskeyAnswer {
    if (this.#counts) this.signCount += 1;
    const data = this.#authenticatorData(asked, 0);
    const client = clientData('webauthn.get', asked);
    const hash = createHash('sha256').update(client).digest();
    const signature = createSign('sha256').update(data).update(hash).sign(this.#privateKey);
    return {
      id: this.id,
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: this.userHandle,
      },
    };
  }

  #authenticatorData({ rpId = 'glasspool.test', isPersonChecked = true }: Asked, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.signCount);
    const allFlags = flags | FLAG.present | (isPersonChecked ? FLAG.verified : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([allFlags]), count]);
  }
}

function clientData(type: string, { challenge, origin = 'https://glasspool.test' }: Asked): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
