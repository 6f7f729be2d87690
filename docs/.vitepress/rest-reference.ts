// The REST reference, written from the OpenAPI document: a page for each group of calls.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Operation {
  readonly operationId?: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
    readonly description?: string;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: Schema; example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<
      string,
      { description: string; content?: Readonly<Record<string, { schema?: Schema; example?: unknown }>> }
    >
  >;
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const PRINT = join(import.meta.dirname, '../../packages/api/src/openapi/print-document.ts');
const document: Document = JSON.parse(
  execFileSync(process.execPath, [PRINT], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
);

/** Groups of calls, each with the name of its page. */
export function listTags(): { name: string; slug: string; description: string }[] {
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    slug: name.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
  }));
}

/** Every call that a procedure answers, by its name. */
export function listCalls(): { operationId: string; method: string; path: string }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [{ operationId, method: method.toUpperCase(), path }],
    ),
  );
}

/** Markdown of a group: every call with its parameters, its body, its answer and its refusals. */
export function describeTag(name: string): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(name))
      .map(([method, operation]) => describeCall(path, method, operation)),
  );
  return calls.join('\n\n');
}

function describeCall(path: string, method: string, operation: Operation): string {
  const { summary, parameters = [], requestBody, responses, security = [], operationId } = operation;
  const body = requestBody?.content['application/json'];
  const answer = responses['200']?.content?.['application/json'];
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return [
    `## ${method.toUpperCase()} \`${path}\``,
    `${summary}.${operationId === undefined ? '' : ` Typed: \`${operationId}\`.`}`,
    `Who: ${describeSecurity(security)}.`,
    ...(parameters.length === 0
      ? []
      : [
          table(
            ['parameter', 'where', 'type', ''],
            parameters.map((one) => [
              `\`${one.name}\`${one.required === true ? '' : ' (optional)'}`,
              one.in,
              typeOf(one.schema),
              one.description ?? one.schema.description ?? '',
            ]),
          ),
        ]),
    ...(body === undefined ? [] : ['Body:', json(body.example)]),
    ...(answer === undefined ? [] : [fieldsOf(answer.schema), 'Answer:', json(answer.example)]),
    `Refusals: ${refusals.map(([status, { description }]) => `${status} (${description})`).join('; ')}.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeSecurity(security: readonly object[]): string {
  const names = security.flatMap((one) => Object.keys(one));
  if (names.length === 0) return 'anyone';
  return names.map((name) => (name === 'apiKey' ? 'an API key' : 'a session')).join(', or ');
}

/** Fields that have something to say, one level deep. */
function fieldsOf(schema: Schema | undefined): string {
  const rows = Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const inner = field.items?.properties ?? field.properties ?? {};
    return [
      [name, field] as const,
      ...Object.entries(inner).map(([child, one]) => [`${name}.${child}`, one] as const),
    ];
  });
  const told = rows.filter(([, { description }]) => description !== undefined);
  return told.length === 0
    ? ''
    : table(
        ['field', 'type', ''],
        told.map(([name, field]) => [`\`${name}\``, typeOf(field), field.description ?? '']),
      );
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((one) => `\`${String(one)}\``).join(' ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeOf).join(' or ');
  return [schema.type ?? 'any'].flat().join(' or ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function json(example: unknown): string {
  return `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
}
