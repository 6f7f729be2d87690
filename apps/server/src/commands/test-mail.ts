// `npm run test-mail -- ADDRESS` sends one mail with the settings of the pool and says what the mail server answered.
import { Email } from '@glasspool/core';
import { composeMail } from '@glasspool/identity/mail';
import { createMailServer } from '../adapters/mail.ts';
import { loadConfig, readSmtpUrl } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { describeCommandError } from '../start-error.ts';

const email = Email.safeParse(process.argv[2]);

if (!email.success) {
  process.stderr.write('Usage: npm run test-mail -- ADDRESS\n');
  process.exitCode = 2;
} else {
  try {
    const { mailFrom, requiresSmtpTls } = loadConfig();
    if (readSmtpUrl() === undefined)
      throw new ConfigError('SMTP_URL is not set, so mails stay in the mailbox of the local network.');
    const server = createMailServer({
      readSmtpUrl,
      from: mailFrom,
      requiresTls: requiresSmtpTls,
      onFinding: () => undefined,
    });
    const text = 'This mail was sent by npm run test-mail. The pool sends its mails the same way.';
    const letter = { subject: 'Test mail of your Glasspool', paragraphs: [text] };
    await server.send(composeMail(email.data, 'en', () => letter));
    process.stdout.write(`The mail server took the mail to ${email.data}. Look whether it arrives.\n`);
  } catch (error) {
    // The answer of the mail server is the message.
    process.stderr.write(`${error instanceof Error ? error.message : describeCommandError(error)}\n`);
    process.exitCode = 1;
  }
}
