// Goal: each way in which a mail server does not take a mail is told apart: a refusal for good from a wait, a wrong password from a server
// that is away, and a server without TLS gets nothing unless that was accepted. Method: a real SMTP server.

import { MailRejectedError } from '@glasspool/identity/deps';
import type { DependencyFinding } from '@glasspool/pool/dependencies';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailServer } from './mail.ts';

const MESSAGE = { recipient: 'alice@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
const servers: SMTPServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(resolve))));
});

async function startServer(options: SMTPServerOptions = {}): Promise<{ host: string; received: string[] }> {
  const received: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'pool' }) : done(new Error('535 5.7.8 wrong password')),
    onData: (stream, session, done) => {
      stream.resume();
      stream.on('end', () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
    ...options,
  });
  servers.push(server);
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { host: `127.0.0.1:${port}`, received };
}

function connect(url: string, { requiresTls = false } = {}) {
  const findings: DependencyFinding[] = [];
  const mail = createMailServer({
    readSmtpUrl: () => url,
    from: 'Pool <pool@example.org>',
    requiresTls,
    onFinding: (finding) => findings.push(finding),
  });
  return { mail, findings };
}

function refuse(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

describe('a mail server', () => {
  it('takes a mail', async () => {
    const { host, received } = await startServer();
    const { mail, findings } = connect(`smtp://pool:right@${host}`);
    await mail.send(MESSAGE);
    expect(received).toEqual([MESSAGE.recipient]);
    expect(findings).toMatchObject([{ state: 'ok' }]);
    expect(await mail.probe()).toMatchObject({ state: 'ok' });
  });

  it.each([550, 551, 553])(
    'refuses a recipient for good with %i, which says nothing against the server',
    async (code) => {
      const { host } = await startServer({
        onRcptTo: (_address, _session, done) => done(refuse(code, 'no such user')),
      });
      const { mail, findings } = connect(`smtp://pool:right@${host}`);
      const sending = mail.send(MESSAGE);
      await expect(sending).rejects.toThrow(MailRejectedError);
      await expect(sending).rejects.toThrow(`${code} no such user`);
      expect(findings).toEqual([]);
    },
  );

  it('refuses the content for good with 554', async () => {
    const { host } = await startServer({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(refuse(554, 'looks like spam')));
      },
    });
    await expect(connect(`smtp://pool:right@${host}`).mail.send(MESSAGE)).rejects.toThrow(MailRejectedError);
  });

  it.each([421, 450, 452])('refuses a mail for now with %i, and may take it later', async (code) => {
    const { host } = await startServer({
      onRcptTo: (_address, _session, done) => done(refuse(code, 'busy')),
    });
    const { mail, findings } = connect(`smtp://pool:right@${host}`);
    const sending = mail.send(MESSAGE);
    await expect(sending).rejects.not.toThrow(MailRejectedError);
    await expect(sending).rejects.toThrow(`SMTP_URL: the mail server ${host} takes no mail.`);
    expect(findings).toMatchObject([{ state: 'degraded', reason: 'bad-answer' }]);
  });

  it('refuses our sender, which is not the fault of the recipient', async () => {
    const { host } = await startServer({
      onMailFrom: (_address, _session, done) => done(refuse(553, 'not you')),
    });
    await expect(connect(`smtp://pool:right@${host}`).mail.send(MESSAGE)).rejects.not.toThrow(
      MailRejectedError,
    );
  });

  it('refuses a wrong password, and its message has no password', async () => {
    const { host } = await startServer();
    const { mail } = connect(`smtp://pool:wrong-secret@${host}`);
    const finding = await mail.probe();
    expect(finding).toMatchObject({ state: 'refused', reason: 'login-refused' });
    expect(finding.sentence).toContain(`the mail server ${host} refuses the login`);
    expect(finding.sentence).not.toContain('wrong-secret');
  });

  it('gets neither password nor mail without TLS, unless that was accepted', async () => {
    const passwords: string[] = [];
    const { host, received } = await startServer({
      onAuth: ({ password }, _session, done) => {
        passwords.push(String(password));
        done(null, { user: 'pool' });
      },
    });
    const url = `smtp://pool:right@${host}`;
    const { mail } = connect(url, { requiresTls: true });
    await expect(mail.send(MESSAGE)).rejects.toThrow('offers no TLS');
    expect(await mail.probe()).toMatchObject({ state: 'refused', reason: 'no-tls' });
    expect([passwords, received]).toEqual([[], []]);
    await connect(url).mail.send(MESSAGE);
    expect([passwords, received]).toEqual([['right'], [MESSAGE.recipient]]);
  });

  it('gets neither password nor mail with a certificate that does not hold', async () => {
    const passwords: string[] = [];
    const { host, received } = await startServer({
      disabledCommands: [],
      onAuth: ({ password }, _session, done) => {
        passwords.push(String(password));
        done(null, { user: 'pool' });
      },
    });
    const { mail } = connect(`smtp://pool:right@${host}`, { requiresTls: true });
    expect(await mail.probe()).toMatchObject({ state: 'refused', reason: 'no-tls' });
    expect((await mail.probe()).sentence).toContain('certificate');
    await expect(mail.send(MESSAGE)).rejects.toThrow('certificate');
    expect([passwords, received]).toEqual([[], []]);
  });

  it('is unreachable where nothing listens', async () => {
    const { host } = await startServer();
    await Promise.all(
      servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(resolve))),
    );
    expect(await connect(`smtp://${host}`).mail.probe()).toMatchObject({
      state: 'degraded',
      reason: 'unreachable',
    });
  });
});
