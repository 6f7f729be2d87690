import { join } from 'node:path';
import type { AnyTRPCRouter } from '@trpc/server';
import { createOpenApiDocument } from './document.ts';

/** Path of the document, so that a review sees how a change affects the API. */
export const DOCUMENT_PATH = join(import.meta.dirname, '../../../../docs/openapi.json');

/** The document as the file holds it. */
export function printDocument(router: AnyTRPCRouter): string {
  return `${JSON.stringify(createOpenApiDocument(router), null, 2)}\n`;
}
