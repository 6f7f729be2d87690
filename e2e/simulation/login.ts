import { HOUR_MS, MINUTE_MS, type UserId } from '@glasspool/core';

const FIRST_PASSWORD = 'correct horse';
/** A session ends after twelve hours, and a session of staff after half an hour without a call. The app logs in again before that. */
const RENEWED_AFTER_MS = 11 * HOUR_MS;
export const STAFF_IDLE_MS = 25 * MINUTE_MS;

export interface Account {
  readonly userId: UserId;
  readonly email: string;
  /** The password of all members when left out. */
  readonly password?: string;
  readonly idleMs?: number;
}

/** Login of a person on a machine of their own. */
export class Login {
  token: string | undefined;
  /** Cookie that identifies the machine. */
  deviceToken: string | undefined;
  startedAt = 0;
  usedAt = 0;
  /** Passwords that may be valid, the likeliest first. */
  passwords: string[];
  /** Emails that may be the account's, the likeliest first. Includes former emails. */
  emails: string[];
  readonly userId: UserId;
  readonly #idleMs: number;

  constructor({ userId, email, password = FIRST_PASSWORD, idleMs = RENEWED_AFTER_MS }: Account) {
    this.userId = userId;
    this.emails = [email];
    this.passwords = [password];
    this.#idleMs = idleMs;
  }

  get email(): string {
    const [email = ''] = this.emails;
    return email;
  }

  mustRenew(now: number): boolean {
    return (
      this.token === undefined || now - this.startedAt > RENEWED_AFTER_MS || now - this.usedAt > this.#idleMs
    );
  }
}

/** Login of a thief who copied the session and the password of a person. */
export class StolenLogin extends Login {
  /** True once the owner knows that a new password is set. */
  isOver = false;
}
