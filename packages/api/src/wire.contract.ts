import { z } from 'zod';

/** A schema in the words of JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** How a value looks on the wire, where zod cannot tell: amounts, ids, and what a query string spells in digits. */
export const wire = z.registry<{ schema: JsonSchema }>();
