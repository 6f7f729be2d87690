// Sessions of people as the app has them: they log in where there is none, and again before it ends. What a thief copied of one opens nothing
// once its owner has set a new password.
import { PoolError, type UserId } from '@glasspool/core';
import type { Database } from '@glasspool/db';
import type { SolvencyDeps } from '@glasspool/solvency';
import { type Caller, callApi } from './callers.ts';
import type { Counters } from './counters.ts';
import { type Account, Login, StolenLogin } from './login.ts';
import { ViolationError } from './violation.ts';

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
  async check({ db }: { readonly db: Database }): Promise<void> {
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
export async function countKeys(db: Database, userId: UserId): Promise<number> {
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
