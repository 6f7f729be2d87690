import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** `down`: nothing listens; `silent`: no greeting; `refusing`: every recipient is refused for now; `wrong password`: no login. */
export type MailFault = 'down' | 'silent' | 'refusing' | 'wrong password';

/** Mail server whose port stays the same while it is stopped and started. */
export class MailServer implements AsyncDisposable {
  fault: Exclude<MailFault, 'down'> | undefined;
  /** Texts of the mails that it took. */
  readonly mails: string[] = [];
  #server: SMTPServer | undefined;
  #port = 0;

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await server.start();
    return server;
  }

  get url(): string {
    return `smtp://pool:of-the-pool@127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const server = new SMTPServer({
      authMethods: ['PLAIN', 'LOGIN'],
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onConnect: (_session, done) => {
        if (this.fault !== 'silent') done();
      },
      onAuth: (_auth, _session, done) =>
        this.fault === 'wrong password' ? done(new Error('not this one')) : done(null, { user: 'pool' }),
      onRcptTo: (_address, _session, done) =>
        this.fault === 'refusing' ? done(Object.assign(new Error('busy'), { responseCode: 450 })) : done(),
      onData: (stream, _session, done) => {
        let text = '';
        stream.on('data', (chunk) => (text += String(chunk)));
        stream.on('end', () => {
          this.mails.push(text);
          done();
        });
      },
    });
    server.on('error', () => undefined);
    server.listen(this.#port, '127.0.0.1');
    await once(server.server, 'listening');
    const address = server.server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) await new Promise<void>((resolve) => server.close(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
