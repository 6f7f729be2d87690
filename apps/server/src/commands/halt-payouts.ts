// `npm run halt-payouts -- EMAIL REASON` stops all payouts in the name of an admin, while the pool runs or not: the stop button for the person who
// holds the machine. Payouts are switched on again in the back office, on the card of the hot wallet.
import { Email } from '@glasspool/core';
import { Database } from '@glasspool/db';
import { findUserByEmail } from '@glasspool/identity';
import { haltPayouts, PoolEvents } from '@glasspool/pool';
import { machineClock } from '../adapters/clock.ts';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { getDatabaseUrlReader } from '../open-pool.ts';
import { describeCommandError } from '../start-error.ts';

const [emailText, ...words] = process.argv.slice(2);
const email = Email.safeParse(emailText);
const reason = words.join(' ').trim();

if (!email.success || reason === '') {
  process.stderr.write('Usage: npm run halt-payouts -- EMAIL REASON\n');
  process.exitCode = 2;
} else {
  try {
    await using db = new Database(getDatabaseUrlReader(loadConfig()));
    const admin = await findUserByEmail({ db }, email.data);
    if (admin?.role !== 'admin') throw new ConfigError(`There is no admin ${email.data}.`);
    const origin = { ipAddress: 'command line', requestId: '' };
    await haltPayouts({ db, machineClock, events: new PoolEvents() }, { adminId: admin.id, origin, reason });
    process.stdout.write(
      'Payouts are stopped. Switch them on again in the back office, on the card of the hot wallet.\n',
    );
  } catch (error) {
    process.stderr.write(`${describeCommandError(error)}\n`);
    process.exitCode = 1;
  }
}
