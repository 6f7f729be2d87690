import type { MailTransport } from '@glasspool/pool';
import { createTransport } from 'nodemailer';

/**
 * Sends mail through an SMTP server, or, when none is set, only composes it: on the local networks the pool keeps what was
 * sent in the mailbox.
 */
export function createMailTransport(options: { smtpUrl: string | undefined; from: string }): MailTransport {
  const transport =
    options.smtpUrl === undefined
      ? createTransport({ jsonTransport: true })
      : createTransport(options.smtpUrl);
  return {
    send: async ({ recipient, subject, text, html }) => {
      await transport.sendMail({
        from: options.from,
        to: { name: '', address: recipient },
        subject,
        text,
        html,
      });
    },
  };
}
