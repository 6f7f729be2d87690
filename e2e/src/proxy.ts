import { generate } from 'selfsigned';

/** The pool's name in the tests of a reverse proxy. */
export const HOST = 'pool.example.org';

/** A reverse proxy with TLS on loopback, in front of a running server. */
export interface ReverseProxy extends AsyncDisposable {
  readonly httpsPort: number;
  /** PEM, of the certificate that it shows; signed by itself. */
  readonly certificate: string;
}

/** A self-signed certificate for `HOST`. Key and certificate are PEM. */
export async function makeCertificate(): Promise<{ key: string; certificate: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: HOST }], {
    keyType: 'ec',
    curve: 'P-256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: HOST }] }],
  });
  return { key, certificate: cert };
}
