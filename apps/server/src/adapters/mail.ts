import type { MailTransport } from '@glasspool/pool';
import { createTransport } from 'nodemailer';

/**
 * Sends mail through an SMTP server, or, when none is set, only composes it: on the local networks the pool keeps what was
 * sent in the mailbox. The server's URL is read for each mail and not kept, for it may hold a password.
 */
export function createMailTransport(options: {
  readSmtpUrl: () => string | undefined;
  from: string;
}): MailTransport {
  return {
    send: async ({ recipient, subject, text, html }) => {
      await openTransport(options.readSmtpUrl()).sendMail({
        from: options.from,
        to: { name: '', address: recipient },
        subject,
        text,
        html,
      });
    },
  };
}

const openTransport = (smtpUrl: string | undefined) =>
  smtpUrl === undefined ? createTransport({ jsonTransport: true }) : createTransport(smtpUrl);
