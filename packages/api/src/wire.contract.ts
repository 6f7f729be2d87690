import { z } from 'zod';

/** A schema in the words of JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Form of a value on the wire, where zod cannot tell: amounts, ids, and digits in a query string. */
export const wire = z.registry<{ schema: JsonSchema }>();
