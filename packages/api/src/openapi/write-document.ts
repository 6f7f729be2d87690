// Writes docs/openapi.json: the API of the public test networks, as the server serves it.
import { writeFileSync } from 'node:fs';
import { appRouter } from '../root.ts';
import { DOCUMENT_PATH, printDocument } from './printed-document.ts';

writeFileSync(DOCUMENT_PATH, printDocument(appRouter));
