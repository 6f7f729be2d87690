import { HOUR_MS, MINUTE_MS, type UserId } from '@glasspool/core';

const FIRST_PASSWORD = 'correct horse';
/** A session ends after twelve hours, and one of the staff after half an hour without a call: the app logs in again before. */
const RENEWED_AFTER_MS = 11 * HOUR_MS;
export const STAFF_IDLE_MS = 25 * MINUTE_MS;

export interface Account {
  readonly userId: UserId;
  readonly email: string;
  /** That of members when left out. */
  readonly password?: string;
  readonly idleMs?: number;
}

/** Login of a person on a machine of theirs. */
export class Login {
  token: string | undefined;
  /** Cookie by which the machine is known. */
  deviceToken: string | undefined;
  startedAt = 0;
  usedAt = 0;
  /** Passwords that may be the right one, the likeliest first. */
  passwords: string[];
  /** Emails that may be the account's, the likeliest first: those that it had before among them. */
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

/** Login of a thief, who copied it of a person. */
export class StolenLogin extends Login {
  /** True once its owner was told that a new password is set. */
  isOver = false;
}
