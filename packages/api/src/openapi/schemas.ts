import { z } from 'zod';
import { type JsonSchema, wire } from '../contract.ts';

const AMOUNT: JsonSchema = { type: 'string', pattern: '^-?\\d+\\.\\d{6}$', examples: ['12.500000'] };

/** The schema of what a caller sends (`input`) or gets (`output`). */
export function toJsonSchema(type: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // zod leaves the examples of what it turns into another form out of inputs; ours are of the input.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = examples;
      const replacement = wire.get(zodSchema)?.schema ?? (isBigint(zodSchema) ? AMOUNT : undefined);
      if (replacement === undefined) return;
      const { description } = jsonSchema;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      Object.assign(jsonSchema, replacement, description === undefined ? {} : { description });
    },
  });
  return schema;
}

function isBigint(type: z.core.$ZodType): boolean {
  return type._zod.def.type === 'bigint';
}

/** A value that fits a schema, for the examples of the document. Its own examples and defaults come first. */
export function getExample(schema: z.core.JSONSchema._JSONSchema, name = ''): unknown {
  if (typeof schema === 'boolean') return null;
  const [first] = schema.examples ?? [];
  if (first !== undefined) return first;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return getExample(choice, name);
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(fields.map(([name, field]) => [name, getExample(field, name)]));
  }
  if (schema.type === 'array') {
    return schema.items === undefined || Array.isArray(schema.items) ? [] : [getExample(schema.items, name)];
  }
  return exampleOfScalar(schema, name);
}

function exampleOfScalar(schema: JsonSchema, name: string): unknown {
  if (schema.type === 'boolean') return true;
  if (schema.type === 'string') return TEXTS.get(name) ?? 'text';
  if (schema.type !== 'number' && schema.type !== 'integer') return null;
  if (schema.exclusiveMinimum !== undefined) return Number(schema.exclusiveMinimum) + 1;
  return TIMES.test(name) ? SOME_TIME : Math.max(0, schema.minimum ?? 0);
}

/** Examples of texts by field name, for schemas without an example of their own. */
const TEXTS = new Map([
  ['_id', 'dep_01J9Z3V5Q4K7R8S9T0V1W2X3Y4'],
  ['id', 'inv_01J9Z3V5Q4K7R8S9T0V1W2X3Y4'],
  ['message', 'Done.'],
  ['token', 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiJ1c3JfMDEifQ.c2lnbmF0dXJl'],
  ['signupToken', 'q8Qy6w2sVY0mF3n9kqT1yV6bB0pC5rX7dE2gH4jK8lM'],
  ['password', 'correct horse battery'],
  ['newPassword', 'correct horse battery'],
  ['otp', '123456'],
  ['totp', '123456'],
  ['userName', 'alice'],
  ['email', 'alice@example.org'],
  ['referralCode', 'K7R8S9TQ'],
  ['referredBy', 'bob'],
  ['referredUsers', 'carol'],
  ['address', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['receiverAddress', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['label', 'My wallet'],
  ['to', '0x5290...9EE7'],
  ['txHash', '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b'],
  ['status', 'credited'],
  ['type', 'deposit'],
]);

const TIMES = /(At|now|timestamp|nextPayout|todayFrom)$/;
const SOME_TIME = 1_790_000_000_000;
