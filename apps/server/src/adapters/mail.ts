import { MailRejectedError, type MailTransport } from '@glasspool/identity/deps';
import { type DependencyFinding, WELL } from '@glasspool/pool/dependencies';
import { createTransport } from 'nodemailer';
import { describeMailError, isRejection } from './mail-errors.ts';

/** Limits of each phase, in ms: a server that hangs holds up one of a few mails, and not for long. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 5_000,
};

export interface MailOptions {
  readonly readSmtpUrl: () => string | undefined;
  readonly from: string;
  /** Refuses a server without TLS, which would get the password and all mails in the clear. */
  readonly requiresTls: boolean;
  /** Told of each result, for the state of the mail server. */
  readonly onFinding: (finding: DependencyFinding) => void;
}

/** Mail server of the settings. */
export interface MailServer extends MailTransport {
  /** Connects and logs in without sending anything. */
  probe(): Promise<DependencyFinding>;
}

/**
 * Sends mail through an SMTP server, or, when none is set, only composes it: on the local networks the pool keeps what was
 * sent in the mailbox. The server's URL is read for each mail and not kept, for it may hold a password.
 */
export function createMailServer({ readSmtpUrl, from, requiresTls, onFinding }: MailOptions): MailServer {
  const open = (url: string) =>
    createTransport({ url, requireTLS: requiresTls && url.startsWith('smtp:'), ...TIMEOUTS });
  return {
    send: async ({ recipient, subject, text, html }) => {
      const url = readSmtpUrl();
      const transport = url === undefined ? createTransport({ jsonTransport: true }) : open(url);
      try {
        await transport.sendMail({ from, to: { name: '', address: recipient }, subject, text, html });
        onFinding(WELL);
      } catch (error) {
        if (isRejection(error)) throw new MailRejectedError(error.message, { cause: error });
        const finding = describeMailError(error, url ?? '');
        onFinding(finding);
        throw new Error(finding.sentence, { cause: error });
      }
    },
    probe: async () => {
      const url = readSmtpUrl();
      if (url === undefined) return WELL;
      return open(url)
        .verify()
        .then(
          () => WELL,
          (error: unknown) => describeMailError(error, url),
        );
    },
  };
}
