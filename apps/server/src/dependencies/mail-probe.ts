import type { MailServer } from '../adapters/mail.ts';
import type { Probe } from './prober.ts';

const EVERY_MS = 60_000;
const TIMEOUT_MS = 30_000;

/** Connects to the mail server and logs in now and then. */
export function createMailProbe(mailServer: Pick<MailServer, 'probe'>): Probe {
  return {
    names: ['mail'],
    everyMs: EVERY_MS,
    timeoutMs: TIMEOUT_MS,
    silence:
      'SMTP_URL: the mail server does not answer in time. Mails wait and are tried again. Check that it runs.',
    run: async () => new Map([['mail', await mailServer.probe()]]),
  };
}
