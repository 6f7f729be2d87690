import type { DependencyFinding } from '@glasspool/pool/dependencies';

interface SmtpError extends Error {
  readonly code?: string;
  /** Reply of the server, such as 550. */
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
  /** Code of the socket's error. */
  readonly originalCode?: string;
}

/** Commands whose refusal concerns one message, and not the server. */
const ABOUT_MESSAGE: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA']);

/** Errors of TLS have codes of OpenSSL, such as CERT_HAS_EXPIRED, and no others begin so. */
const CERTIFICATE_ERROR = /CERT|SELF_SIGNED|ALTNAME|ERR_TLS|ERR_SSL|certificate/;

/** Returns true when the server refuses a message or its recipient for good (RFC 5321, 4.2.1). */
export function isRejection(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { responseCode = 0, command }: SmtpError = error;
  return responseCode >= 500 && ABOUT_MESSAGE.has(command);
}

/** Describes why a mail server takes no mail at the moment: what is wrong, with which host, and what to do. */
export function describeMailError(error: unknown, url: string): DependencyFinding {
  const failure: SmtpError = error instanceof Error ? error : new Error(String(error));
  const { code = '', originalCode, message, response, responseCode } = failure;
  const place = `SMTP_URL: the mail server ${getHost(url)}`;
  const reply = response === undefined ? '' : ` It answers: ${response}.`;
  if (code === 'EAUTH' && (responseCode ?? 0) >= 500)
    return {
      state: 'refused',
      reason: 'login-refused',
      sentence: `${place} refuses the login.${reply} Check the user and the password.`,
    };
  if (CERTIFICATE_ERROR.test(`${code} ${originalCode} ${message}`))
    return {
      state: 'refused',
      reason: 'no-tls',
      sentence: `${place} has a certificate that does not hold: ${message}. Check its name, its date and who issued it.`,
    };
  if (code === 'ETLS' || message.includes('required STARTTLS'))
    return {
      state: 'refused',
      reason: 'no-tls',
      sentence: `${place} offers no TLS, so the password and all mails would be readable on the way. Use smtps://, a server with STARTTLS, or accept that with SMTP_TLS=optional.`,
    };
  if (code === 'ETIMEDOUT')
    return {
      state: 'degraded',
      reason: 'silent',
      sentence: `${place} does not answer in time. Mails wait and are tried again. Check that it runs.`,
    };
  if (responseCode !== undefined)
    return {
      state: 'degraded',
      reason: 'bad-answer',
      sentence: `${place} takes no mail.${reply} Mails wait and are tried again.`,
    };
  return {
    state: 'degraded',
    reason: 'unreachable',
    sentence: `${place} cannot be reached: ${message}. Mails wait and are tried again. Check that it runs, and the host and port.`,
  };
}

/** Host and port alone: a URL may hold a password. */
function getHost(url: string): string {
  // A copy: V8 keeps the whole text that a part was cut from, and the password with it, for as long as the part is kept.
  return Buffer.from(URL.canParse(url) ? new URL(url).host : '').toString();
}
