// `npm run admin -- create EMAIL` creates an admin and prints the password once; `create-auditor EMAIL` creates an auditor, who reads everything and
// changes nothing; `reset-2fa EMAIL` removes two-factor authentication from a user who lost it. All while the pool runs or not.
import { Email, PoolError } from '@glasspool/core';
import { isUniqueViolation } from '@glasspool/db';
import { createAdmin } from '@glasspool/identity/accounts';
import { resetTwoFactor } from '@glasspool/identity/two-factor';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { type Accounts, openAccounts } from '../open-accounts.ts';
import { describeCommandError } from '../start-error.ts';

const USAGE = 'Usage: npm run admin -- create EMAIL | create-auditor EMAIL | reset-2fa EMAIL\n';

const VERBS = new Map<string | undefined, (deps: Accounts['deps'], email: string) => Promise<string>>([
  ['create', (deps, email) => createStaff(deps, email, 'admin')],
  ['create-auditor', (deps, email) => createStaff(deps, email, 'auditor')],
  ['reset-2fa', describeReset],
]);

async function createStaff(
  deps: Accounts['deps'],
  email: string,
  role: 'admin' | 'auditor',
): Promise<string> {
  const { password } = await createAdmin(deps, email, role).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new ConfigError(`There is an account ${email} already.`);
    throw error;
  });
  return `${role}: ${email}\npassword: ${password}\n`;
}

async function describeReset(deps: Accounts['deps'], email: string): Promise<string> {
  const isRemoved = await resetTwoFactor(deps, email).catch((error: unknown) => {
    if (error instanceof PoolError) throw new ConfigError(`There is no account ${email}.`, { cause: error });
    throw error;
  });
  return isRemoved
    ? `Two-factor authentication was removed from ${email}. The next login asks to set up a new one.\n`
    : `${email} has no two-factor authentication.\n`;
}

const [verb, emailText] = process.argv.slice(2);
const email = Email.safeParse(emailText);
const run = VERBS.get(verb);
if (run === undefined || !email.success) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  try {
    const config = loadConfig();
    await using accounts = await openAccounts(config);
    process.stdout.write(await run(accounts.deps, email.data));
  } catch (error) {
    process.stderr.write(`${describeCommandError(error)}\n`);
    process.exitCode = 1;
  }
}
