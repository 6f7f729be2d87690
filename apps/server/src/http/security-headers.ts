import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import { POLICY_REPORTS_PATH } from './policy-reports.ts';
import { readElementHashes } from './static-files.ts';

/** Headers by which a browser protects who uses the pages. They are the same for every answer, so they are made once. */
export async function makeSecurityHeaders(): Promise<Record<string, string>> {
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy() },
    referrerPolicy: { policy: 'no-referrer' },
  });
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  await new Promise<void>((resolve, reject) =>
    protect(request, answer, (error) => (error === undefined ? resolve() : reject(error))),
  );
  return Object.fromEntries(
    Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

function contentSecurityPolicy(): Record<string, string[]> {
  const self = ["'self'"];
  const { scriptHashes, styleHashes } = readElementHashes();
  return {
    defaultSrc: ["'none'"],
    scriptSrc: [...self, ...scriptHashes.map((hash) => `'${hash}'`)],
    styleSrc: [...self, ...styleHashes.map((hash) => `'${hash}'`)],
    imgSrc: [...self, 'data:'],
    fontSrc: self,
    connectSrc: self,
    manifestSrc: self,
    workerSrc: self,
    baseUri: ["'none'"],
    formAction: self,
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    // Not report-to: browsers that know it leave this out, and send nothing from where there is no TLS.
    reportUri: [POLICY_REPORTS_PATH],
  };
}
