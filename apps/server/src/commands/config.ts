// `npm run config -- check` compares the settings of the server with the world without starting anything: values, folders and files,
// database, nodes, mail server, signer. `npm run config -- check-signer` does the same with those of a signer that runs by itself.
import { checkServer, checkSigner } from '../config-check/check.ts';
import type { Check } from '../config-check/checks.ts';
import { describeCommandError } from '../start-error.ts';

const CHECKS = new Map<string | undefined, () => AsyncIterable<Check>>([
  ['check', checkServer],
  ['check-signer', checkSigner],
]);

const check = CHECKS.get(process.argv[2]);
if (check === undefined) {
  process.stderr.write('Usage: npm run config -- check | check-signer\n');
  process.exitCode = 2;
} else {
  try {
    let wrong = 0;
    for await (const { subject, finding } of check()) {
      const isWell = finding.state === 'ok';
      if (!isWell) wrong += 1;
      process.stdout.write(
        `${isWell ? 'ok   ' : 'WRONG'} ${subject}${isWell ? '' : `: ${finding.sentence}`}\n`,
      );
    }
    process.stdout.write(
      wrong === 0
        ? 'Everything fits. Nothing was started or changed.\n'
        : `${wrong} to correct. Nothing was started or changed.\n`,
    );
    process.exitCode = wrong === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${describeCommandError(error)}\n`);
    process.exitCode = 1;
  }
}
