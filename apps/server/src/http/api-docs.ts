import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { createOpenApiDocument } from '@glasspool/api';
import type { AnyTRPCRouter } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';

/**
 * The API's description at /api/openapi.json, and a page to try it at /api/docs. The page's files come from a package, so that nothing
 * is asked of another server.
 */
export async function registerApiDocs(server: FastifyInstance, router: AnyTRPCRouter): Promise<void> {
  const document = createOpenApiDocument(router);
  // The plugin's type of a document is the one of OpenAPI 3.0; it reads 3.1.
  const specification = { document: document as OpenAPIV3.Document };
  server.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document),
  );
  await server.register(async (docs) => {
    // The package writes HTML itself, so Trusted Types would stop it; scripts come from the package alone all the same.
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', DOCS_POLICY);
    });
    await docs.register(swagger, { mode: 'static', specification });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: {
        docExpansion: 'list',
        layout: 'BaseLayout',
        persistAuthorization: false,
        validatorUrl: null,
      },
      theme: { title: 'Glasspool API', css: [{ filename: 'ribbon.css', content: RIBBON }] },
    });
  });
}

/** Every page carries it. */
const RIBBON = `body::before {
  content: 'Test network: tokens have no value';
  display: block;
  padding: 8px;
  text-align: center;
  font: 600 14px sans-serif;
  background: #ffd54a;
  color: #241c00;
}`;

const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join(';');
