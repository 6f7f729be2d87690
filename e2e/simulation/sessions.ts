// Sessions of people as the app has them: they log in where there is none, and again before it ends. What a thief copied of one opens nothing
// once its owner has set a new password.
import { HOUR_MS, MINUTE_MS, PoolError, type UserId } from '@glasspool/core';
import type { SolvencyDeps } from '@glasspool/solvency';
import { type Caller, callApi } from './callers.ts';
import type { Counters } from './counters.ts';
import { ViolationError } from './violation.ts';
import type { World } from './world.ts';

const FIRST_PASSWORD = 'correct horse';
/** A session ends after twelve hours, and one of the staff after half an hour without a call: the app logs in again before. */
const RENEWED_AFTER_MS = 11 * HOUR_MS;
export const STAFF_IDLE_MS = 25 * MINUTE_MS;

interface Account {
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

/** Memory of logins, and of what was set since. */
export class Sessions {
  readonly #logins = new Map<UserId, Login>();
  /** Passwords that were replaced: a restored backup may know one of them. */
  readonly #replaced = new Map<UserId, string[]>();
  /** Number of API keys of each account whose owner has set a new password. */
  readonly #closed = new Map<UserId, number>();
  stolen: StolenLogin | undefined;

  add(account: Account): void {
    this.#logins.set(account.userId, new Login(account));
  }

  /** Login of a member or an admin. */
  get(userId: UserId): Login {
    const login = this.#logins.get(userId);
    if (login === undefined) throw new Error(`${userId} has no login.`);
    return login;
  }

  steal(from: Login): StolenLogin {
    const { userId, email, passwords } = from;
    const stolen = new StolenLogin({
      userId,
      email,
      ...(passwords[0] === undefined ? {} : { password: passwords[0] }),
    });
    stolen.token = from.token;
    stolen.startedAt = from.startedAt;
    this.#closed.delete(from.userId);
    this.stolen = stolen;
    return stolen;
  }

  /** Keeps what is so once the owner of an account was told that a new password is set. */
  close(login: Login, { password, keys }: { password: string; keys: number }): void {
    this.#replaced.set(login.userId, [...login.passwords.slice(1), ...this.#replacedOf(login)]);
    login.passwords = [password];
    login.token = undefined;
    this.#closed.set(login.userId, keys);
    if (this.stolen?.userId === login.userId) this.stolen.isOver = true;
  }

  /** A restored backup may know an older password, and has no open session. */
  forget(): void {
    for (const login of this.#logins.values()) {
      login.token = undefined;
      login.passwords = [...new Set([...login.passwords, ...this.#replacedOf(login)])];
    }
    this.#closed.clear();
    this.stolen = undefined;
  }

  /** Fails where an API key was made with what a new password has replaced. */
  async check({ db }: World): Promise<void> {
    for (const [userId, keys] of this.#closed) {
      const made = await countKeys(db, userId);
      if (made > keys)
        throw new ViolationError(
          'a new password ends what was begun with the old one',
          `${userId} has ${made} API keys, and had ${keys} when the new password was set.`,
        );
    }
  }

  #replacedOf({ userId }: Login): string[] {
    return this.#replaced.get(userId) ?? [];
  }
}

/** Number of API keys of an account, revoked ones included. */
export async function countKeys(db: World['db'], userId: UserId): Promise<number> {
  const { keys } = await db.read
    .selectFrom('apiKey')
    .select((eb) => eb.fn.countAll<number>().as('keys'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return keys;
}

/** Logs in where there is no session, or the one that is there ends soon. */
export async function enter(deps: SolvencyDeps, login: Login, counters: Counters): Promise<void> {
  const now = deps.machineClock.now();
  const mustRenew = login.mustRenew(now);
  login.usedAt = now;
  if (!mustRenew) return;
  const isThief = login instanceof StolenLogin;
  const isOver = isThief && login.isOver;
  // Another process may set a new email or password between two tries: what it set is right in the next round.
  const token = (await logIn(deps, login)) ?? (isThief ? undefined : await logIn(deps, login));
  if (isOver && token !== undefined)
    throw new ViolationError('a password that was replaced opens nothing', login.email);
  if (token === undefined && !isThief)
    throw new ViolationError('a person comes in with their password', login.email);
  login.token = token;
  login.startedAt = now;
  counters.count(token === undefined ? 'login with a replaced password refused' : 'login');
}

/** Tries the emails and passwords that may be right. Undefined when none are. */
async function logIn(deps: SolvencyDeps, login: Login): Promise<string | undefined> {
  const { emails, passwords, userId } = login;
  for (const email of emails)
    for (const password of passwords)
      try {
        const caller: Caller = { userId, email, way: 'anonymous', login };
        const { token } = await callApi(deps, caller, (api) => api.auth.logIn({ email, password }));
        // Others may have been set since the lists were read.
        login.emails = toFirst(login.emails, email);
        login.passwords = toFirst(login.passwords, password);
        return token;
      } catch (error) {
        if (!(error instanceof PoolError && error.code === 'INVALID_LOGIN')) throw error;
      }
  return undefined;
}

/** A list with one of its texts, or another one, at the front. */
export function toFirst(texts: readonly string[], first: string): string[] {
  return [first, ...texts.filter((text) => text !== first)];
}
