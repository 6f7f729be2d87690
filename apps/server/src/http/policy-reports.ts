import { type Limits, parseInput } from '@glasspool/api';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { loggablePath } from '../adapters/logger.ts';
import type { ClientAddress } from './client-address.ts';
import { sendFailure } from './rest.ts';

/** Path to which browsers report violations of the Content-Security-Policy. */
export const POLICY_REPORTS_PATH = '/policy-reports';

const TEXT_LENGTH_MAX = 200;
const Text = z
  .string()
  .transform((text) => text.slice(0, TEXT_LENGTH_MAX))
  .optional();
/** Report as `report-uri` sends it (CSP 3, section 5.3). */
const Report = z.object({
  'csp-report': z.object({
    'effective-directive': Text,
    'violated-directive': Text,
    'blocked-uri': Text,
    'document-uri': Text,
  }),
});

/** Takes reports of what the policy stopped, and puts them into the security log (ASVS 5.0, 3.4.7). */
export function registerPolicyReports(
  server: FastifyInstance,
  options: { limits: Limits; clientAddress: ClientAddress; securityLog: Logger },
): void {
  const { limits, clientAddress, securityLog } = options;
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/csp-report', { parseAs: 'string' }, parse);
  server.post(POLICY_REPORTS_PATH, async (request, reply) => {
    try {
      await limits.take('write', { ipAddress: clientAddress(request.raw), accountId: undefined });
      const { 'csp-report': report } = parseInput(Report, request.body);
      const directive = report['effective-directive'] ?? report['violated-directive'];
      const [blocked, page] = [loggableUrl(report['blocked-uri']), loggableUrl(report['document-uri'])];
      securityLog.warn({ event: 'policy.violated', directive, blocked, page }, 'security');
      return reply.code(204).header('cache-control', 'no-store').send();
    } catch (error) {
      return sendFailure(request, reply, error);
    }
  });
}

/** An address without what may be secret in it. Other values of the field are words, such as `inline`. */
function loggableUrl(text: string | undefined): string | undefined {
  const url = URL.parse(text ?? '');
  return url === null ? text : `${url.origin}${loggablePath(url.pathname)}`;
}
