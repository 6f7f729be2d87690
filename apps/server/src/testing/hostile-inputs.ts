// Inputs made from a schema: ones that fit it, and ones that do not, with what attackers send.
import fc from 'fast-check';

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
}

/** Inputs that have broken systems like this one. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  '',
  ' ',
  '-1',
  '1e-7',
  '1e400',
  '0x10',
  'NaN',
  'Infinity',
  '١٢',
  '1.0000001',
  '99999999999999999999',
  "' or 1=1 --",
  "'; drop table user; --",
  '`id`',
  '=1+1',
  '<img src=x onerror=alert(1)>',
  'a\u0000b',
  '\ud800',
  '\u202eTRX',
  'a@b.co\r\nBcc: all@example.org',
  '__proto__',
  'x'.repeat(5_000),
  [],
  {},
  [[[[[]]]]],
  { __proto__: { isAdmin: true } },
  { $gt: '' },
  { json: {}, meta: { values: { a: ['regexp'] } } },
];

/** Names that a caller adds in the hope that they are taken (mass assignment). */
const EXTRA_FIELDS = ['roles', 'role', 'isAdmin', 'userId', 'balance', 'constructor', 'state', 'feeMicro'];

/** Values that fit a schema. `known` are ids, addresses and the like that exist. */
export function validInputs(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => validInputs(choice, known)));
  switch (schema.type) {
    case 'object':
      return validObjects(schema, known);
    case 'array':
      return fc.array(validInputs(schema.items ?? {}, known), { maxLength: 3 });
    case 'string':
      return validTexts(schema, known);
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -100),
        max: Math.min(schema.maximum ?? 100, 1e6),
      });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.oneof(fc.constantFrom(...known), fc.constant(null));
  }
}

function validObjects(
  { properties = {}, required = [] }: Schema,
  known: readonly string[],
): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, validInputs(field, known)] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}

function validTexts(schema: Schema, known: readonly string[]): fc.Arbitrary<string> {
  const { pattern, minLength = 0, maxLength = 60, examples = [] } = schema;
  const texts = [...examples.map(String), ...known];
  const fitting = texts.filter((text) => pattern === undefined || new RegExp(pattern, 'u').test(text));
  const free =
    pattern === undefined
      ? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 80) })
      : fc.stringMatching(new RegExp(pattern));
  return fitting.length === 0 ? free : fc.oneof(free, fc.constantFrom(...fitting));
}

/** Values that do not fit: a field too many, too few, or of another kind; or no object at all. */
export function invalidInputs(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const hostile = fc.constantFrom(...HOSTILE_VALUES);
  const names = Object.keys(schema.properties ?? {});
  if (names.length === 0) return fc.oneof(hostile, withExtra(fc.constant({})));
  const valid = validObjects(schema, known);
  const replaced = fc
    .tuple(valid, fc.constantFrom(...names), fc.oneof(hostile, fc.jsonValue()))
    .map(([value, name, other]) => ({ ...value, [name]: other }));
  const dropped = fc
    .tuple(valid, fc.constantFrom(...names))
    .map(([value, name]) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)));
  return fc.oneof(replaced, dropped, withExtra(valid), hostile, fc.jsonValue());
}

function withExtra(valid: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc
    .tuple(valid, fc.constantFrom(...EXTRA_FIELDS), fc.constantFrom<unknown>('admin', true, 1e9))
    .map(([value, name, extra]) => ({ ...value, [name]: extra }));
}
