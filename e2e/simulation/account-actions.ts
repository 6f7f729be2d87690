// Actions of members on their own accounts, and of a thief who has copied a session and its password. The thief makes API keys with both,
// until the owner sets a new password.
import { sendSignUpCode, verifySignUpCode } from '@glasspool/identity/accounts';
import { requestPasswordReset } from '@glasspool/identity/passwords';
import type { SolvencyDeps } from '@glasspool/solvency';
import type { Action } from './asking.ts';
import { type Caller, callApi } from './callers.ts';
import type { Person } from './facts.ts';
import type { StolenLogin } from './login.ts';
import { countKeys, enter, toFirst } from './sessions.ts';
import type { World } from './world.ts';

/** Returns an action in which a thief makes an API key, or the owner of the account sets a new password. */
export function theftAction(world: World, person: Person): Action | undefined {
  const { sessions, random } = world;
  const stolen = sessions.stolen;
  if (stolen === undefined || random.integer(6) === 0) {
    const login = sessions.get(person.userId);
    return login.token === undefined ? undefined : makeKey(world, sessions.steal(login));
  }
  return random.integer(3) === 0 ? resetPassword(world, stolen) : makeKey(world, stolen);
}

function makeKey(world: World, stolen: StolenLogin): Action {
  const { email, userId } = stolen;
  const [password = ''] = stolen.passwords;
  return {
    who: `a thief of ${email}`,
    what: 'makes an API key',
    actor: userId,
    hasSteps: true,
    ask: async (deps) => {
      await enter(deps, stolen, world.counters);
      await callApi(deps, { userId, email, way: 'user', login: stolen }, (api) =>
        api.apiKeys.createApiKey({ name: 'Bot', scope: 'withdraw', password }),
      );
      world.counters.count('API key made with a stolen session');
    },
  };
}

function resetPassword(world: World, { userId }: StolenLogin): Action {
  const newPassword = `battery staple ${world.random.integer(1_000_000)}`;
  const login = world.sessions.get(userId);
  return {
    who: login.email,
    what: 'sets a new password',
    actor: userId,
    hasSteps: true,
    ask: async (deps) => {
      const { email } = login;
      await requestPasswordReset(deps, email);
      const token = await readMail(world, email, /\/reset-passord\/([\w-]+)/);
      if (token === undefined) return;
      // The password may be set even when no answer comes.
      login.passwords.unshift(newPassword);
      const caller: Caller = { userId, email, way: 'anonymous' };
      await callApi(deps, caller, (api) => api.auth.resetPassword({ token, newPassword }));
      world.sessions.close(login, { password: newPassword, keys: await countKeys(world.db, userId) });
      world.counters.count('password reset');
    },
  };
}

/** Returns an action in which a member changes the email of the account. */
export function changeEmail(world: World, { name, userId }: Person): Action {
  const login = world.sessions.get(userId);
  const newEmail = `${name}.${world.random.integer(1_000_000)}@example.org`;
  return {
    who: name,
    what: 'sets another email',
    actor: userId,
    hasSteps: true,
    ask: async (deps) => {
      const emailToken = await verifyEmail(world, deps, newEmail);
      if (emailToken === undefined) return;
      const { email, passwords } = login;
      const [password = ''] = passwords;
      // The email may be set even when no answer comes.
      login.emails.push(newEmail);
      await callApi(deps, { userId, email, way: 'user', login }, (api) =>
        api.users.changeEmail({ newEmail, emailToken, password }),
      );
      login.emails = toFirst(login.emails, newEmail);
      login.token = undefined;
      world.counters.count('email changed');
    },
  };
}

/** Enters the code that was mailed to an email. Returns undefined when its mail is not stored any more. */
async function verifyEmail(world: World, deps: SolvencyDeps, email: string): Promise<string | undefined> {
  await sendSignUpCode(deps, email);
  const otp = await readMail(world, email, /\b(\d{6})\b/);
  return otp === undefined ? undefined : (await verifySignUpCode(deps, { email, otp })).signupToken;
}

/** Returns the part that a pattern captures in the newest mail to a recipient that matches it. */
async function readMail({ db }: World, recipient: string, pattern: RegExp): Promise<string | undefined> {
  const waiting = db.read.selectFrom('mail').select(['id', 'text']).where('recipient', '=', recipient);
  const read = db.read.selectFrom('mailboxMessage').select(['id', 'text']).where('recipient', '=', recipient);
  const mails = [...(await waiting.execute()), ...(await read.execute())];
  const found = mails.flatMap(({ id, text }) => {
    const [, part] = pattern.exec(text ?? '') ?? [];
    return part === undefined ? [] : [{ id, part }];
  });
  return found.sort((one, other) => (one.id < other.id ? 1 : -1))[0]?.part;
}
