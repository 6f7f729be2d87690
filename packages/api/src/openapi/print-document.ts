// Prints the OpenAPI document of the public test networks, as a pool of theirs serves it.
import { appRouter } from '../root.ts';
import { createOpenApiDocument } from './document.ts';

process.stdout.write(`${JSON.stringify(createOpenApiDocument(appRouter), null, 2)}\n`);
