// Sessions of people, kept as the app keeps them: people log in when they have no session, and again before it ends. A stolen session or
// password opens nothing once the owner has set a new password.
import { PoolError, type UserId } from '@glasspool/core';
import type { Database } from '@glasspool/db';
import type { SolvencyDeps } from '@glasspool/solvency';
import { type Caller, callApi } from './callers.ts';
import type { Counters } from './counters.ts';
import { type Account, Login, StolenLogin } from './login.ts';
import { ViolationError } from './violation.ts';

/** Memory of logins, and of later changes of passwords. */
export class Sessions {
  readonly #logins = new Map<UserId, Login>();
  /** Replaced passwords: a restored backup may know one of them. */
  readonly #replaced = new Map<UserId, string[]>();
  /** Number of API keys of each account at the moment when its owner had set a new password. */
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

  /** Records the state after the owner of an account knows that a new password is set. */
  close(login: Login, { password, keys }: { password: string; keys: number }): void {
    this.#replaced.set(login.userId, [...login.passwords.slice(1), ...this.#replacedOf(login)]);
    login.passwords = [password];
    login.token = undefined;
    this.#closed.set(login.userId, keys);
    if (this.stolen?.userId === login.userId) this.stolen.isOver = true;
  }

  /** Prepares for a restored backup: it may know an older password, and it has no open session. */
  forget(): void {
    for (const login of this.#logins.values()) {
      login.token = undefined;
      login.passwords = [...new Set([...login.passwords, ...this.#replacedOf(login)])];
    }
    this.#closed.clear();
    this.stolen = undefined;
  }

  /** Fails when an API key was made with credentials that a new password has replaced. */
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

/** Number of API keys of an account, including revoked ones. */
export async function countKeys(db: Database, userId: UserId): Promise<number> {
  const { keys } = await db.read
    .selectFrom('apiKey')
    .select((eb) => eb.fn.countAll<number>().as('keys'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return keys;
}

/** Logs in when there is no session, or when the session ends soon. */
export async function enter(deps: SolvencyDeps, login: Login, counters: Counters): Promise<void> {
  const now = deps.machineClock.now();
  const mustRenew = login.mustRenew(now);
  login.usedAt = now;
  if (!mustRenew) return;
  const isThief = login instanceof StolenLogin;
  const isOver = isThief && login.isOver;
  // A second try: between the two, another process may set a new email or password, which is in the lists by then.
  const token = (await logIn(deps, login)) ?? (isThief ? undefined : await logIn(deps, login));
  if (isOver && token !== undefined)
    throw new ViolationError('a password that was replaced opens nothing', login.email);
  if (token === undefined && !isThief)
    throw new ViolationError('a person comes in with their password', login.email);
  login.token = token;
  login.startedAt = now;
  counters.count(token === undefined ? 'login with a replaced password refused' : 'login');
}

/** Tries the emails and passwords that may be valid. Returns undefined when none of them are. */
async function logIn(deps: SolvencyDeps, login: Login): Promise<string | undefined> {
  const { emails, passwords, userId } = login;
  for (const email of emails)
    for (const password of passwords)
      try {
        const caller: Caller = { userId, email, way: 'anonymous', login };
        const { token } = await callApi(deps, caller, (api) => api.auth.logIn({ email, password }));
        // Others may have been set since this function read the lists.
        login.emails = toFirst(login.emails, email);
        login.passwords = toFirst(login.passwords, password);
        return token;
      } catch (error) {
        if (!(error instanceof PoolError && error.code === 'INVALID_LOGIN')) throw error;
      }
  return undefined;
}

/** Returns a list with a text moved, or added, to its front. */
export function toFirst(texts: readonly string[], first: string): string[] {
  return [first, ...texts.filter((text) => text !== first)];
}
