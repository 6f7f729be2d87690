// `npm run doctor` prints what an operator should look at first: the running program's own view of what it depends on, and what its database
// says of payouts, chains, notices, books, snapshots, mail and staff. Changes nothing. Exit code 1 when something is wrong now.
import { Database } from '@glasspool/db';
import { LogCutError } from '@glasspool/pool/outgoing';
import { examinePool, type Symptom } from '@glasspool/server/operations';
import { machineClock } from '../adapters/clock.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { describeDatabasePlace } from '../config/database-place.ts';
import { findDatabaseTrouble } from '../dependencies/database-probe.ts';
import { readReadiness } from '../doctor/read-readiness.ts';
import { withRecordedPort } from '../free-port.ts';
import { assertLogsWhole } from '../lost-database.ts';
import { getDatabaseUrlReader } from '../open-database.ts';
import { describeCommandError } from '../start-error.ts';

const SIGNS = { act: '!! ', look: '!  ', well: 'ok ' } as const;
const ORDER = ['act', 'look', 'well'] as const;

async function examineDatabase(config: Config): Promise<Symptom[]> {
  try {
    await using db = new Database(getDatabaseUrlReader(config));
    return [...(await examinePool({ db, machineClock })), ...(await examineLogs(db, config))];
  } catch (error) {
    const trouble = findDatabaseTrouble(error, describeDatabasePlace(config.dataDir));
    if (trouble === undefined) throw error;
    return [{ urgency: 'act', sentence: trouble.sentence }];
  }
}

async function examineLogs(db: Database, config: Config): Promise<Symptom[]> {
  try {
    await assertLogsWhole(db, config);
    return [{ urgency: 'well', sentence: 'The logs have all lines that the database knows of.' }];
  } catch (error) {
    if (error instanceof LogCutError) return [{ urgency: 'act', sentence: error.message }];
    throw error;
  }
}

try {
  const config = withRecordedPort(loadConfig());
  const symptoms = [...(await readReadiness(config.http)), ...(await examineDatabase(config))];
  const lines = ORDER.flatMap((urgency) =>
    symptoms.filter((one) => one.urgency === urgency).map(({ sentence }) => `${SIGNS[urgency]}${sentence}`),
  );
  const isWrong = symptoms.some(({ urgency }) => urgency === 'act');
  if (isWrong) lines.push('docs/operations.md, What you see, says what each of these means and what to do.');
  // At once: a reader such as head may close the pipe after the first lines.
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = isWrong ? 1 : 0;
} catch (error) {
  process.stderr.write(`${describeCommandError(error)}\n`);
  process.exitCode = 1;
}
