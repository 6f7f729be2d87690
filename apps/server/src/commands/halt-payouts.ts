// `npm run halt-payouts -- EMAIL REASON` stops all payouts in the name of an admin, while the pool runs or not: the stop button for the person who
// holds the machine. Payouts are switched on again in the back office, on the card of the hot wallet. With --accept-logs before EMAIL it also takes
// logs that lost lines for good as they are: the pool starts on them, and the admin has to find out what the lost lines paid.
import { Email } from '@glasspool/core';
import { Database } from '@glasspool/db';
import { findUserByEmail } from '@glasspool/identity/accounts';
import { PoolEvents } from '@glasspool/pool/events';
import { haltPayouts } from '@glasspool/pool/halts';
import { acceptLostLines } from '@glasspool/pool/outgoing';
import { machineClock } from '../adapters/clock.ts';
import { createSignedLog } from '../adapters/signed-log.ts';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { getDatabaseUrlReader } from '../open-database.ts';
import { describeCommandError } from '../start-error.ts';

const [first, ...others] = process.argv.slice(2);
const acceptsLogs = first === '--accept-logs';
const [emailText, ...words] = acceptsLogs ? others : [first, ...others];
const email = Email.safeParse(emailText);
const reason = words.join(' ').trim();

if (!email.success || reason === '') {
  process.stderr.write('Usage: npm run halt-payouts -- [--accept-logs] EMAIL REASON\n');
  process.exitCode = 2;
} else {
  try {
    const config = loadConfig();
    await using db = new Database(getDatabaseUrlReader(config));
    const admin = await findUserByEmail({ db }, email.data);
    if (admin?.role !== 'admin') throw new ConfigError(`There is no admin ${email.data}.`);
    const origin = { ipAddress: 'command line', requestId: '' };
    await haltPayouts({ db, machineClock, events: new PoolEvents() }, { adminId: admin.id, origin, reason });
    if (acceptsLogs) await acceptLostLines({ db, signedLog: createSignedLog(config.dataDir) });
    process.stdout.write(
      'Payouts are stopped. Switch them on again in the back office, on the card of the hot wallet.\n',
    );
  } catch (error) {
    process.stderr.write(`${describeCommandError(error)}\n`);
    process.exitCode = 1;
  }
}
