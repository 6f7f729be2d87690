// `npm run admin -- create EMAIL` makes an admin and prints the password once.
import { Email } from '@glasspool/core';
import { createAdmin } from '@glasspool/pool';
import { openPool } from '../app.ts';
import { loadConfig } from '../config/config.ts';
import { describeStartError } from '../start-error.ts';

const USAGE = 'Usage: npm run admin -- create EMAIL\n';

const [verb, emailText] = process.argv.slice(2);
const email = Email.safeParse(emailText);
if (verb !== 'create' || !email.success) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  try {
    const { config, keystorePassword } = loadConfig();
    await using pool = await openPool(config, keystorePassword);
    const { password } = await createAdmin(pool.deps, email.data);
    process.stdout.write(`admin: ${email.data}\npassword: ${password}\n`);
  } catch (error) {
    process.stderr.write(`${describeStartError(error)}\n`);
    process.exitCode = 1;
  }
}
