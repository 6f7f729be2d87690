import type { AnyTRPCRouter } from '@trpc/server';
import { createOpenApiDocument } from './document.ts';

/** The parts of a JSON schema that have fields. */
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/**
 * Each REST path with the names of its fields, a block of lines each: a review sees by them what a change takes from the programs of
 * third parties, or asks of them. A `?` marks what may be left out, `[]` an array.
 */
export function listFields(router: AnyTRPCRouter): string {
  const { paths, components } = JSON.parse(JSON.stringify(createOpenApiDocument(router)));
  const read = new FieldReader(components.schemas);
  const blocks = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const given = parameters.map(({ name, required }) => `${name}${required === true ? '' : '?'}`);
      const lines = [
        `${method.toUpperCase()} ${path}`,
        ...toLine('in', [...given, ...read.ofBody(requestBody)]),
        ...toLine('out', read.ofBody(responses['200'])),
      ];
      return lines.join('\n');
    }),
  );
  return `${blocks.sort().join('\n')}\n`;
}

function toLine(name: string, fields: readonly string[]): string[] {
  return fields.length === 0 ? [] : [`  ${name.padEnd(4)}${fields.join(' ')}`];
}

class FieldReader {
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  ofBody(body: Body | undefined): string[] {
    const fields = Object.values(body?.content ?? {}).flatMap(({ schema }) => this.#list(schema ?? {}, ''));
    return [...new Set(fields)].sort();
  }

  #list(schema: Schema, before: string): string[] {
    const { $ref, properties, required = [], items, additionalProperties } = schema;
    if ($ref !== undefined) return this.#list(this.#schemas[$ref.replace(/^.*\//, '')] ?? {}, before);
    const some = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    const parts = some.flatMap((one) => this.#list(one, before));
    if (items !== undefined) parts.push(...this.#list(items, `${before}[]`));
    if (typeof additionalProperties === 'object')
      parts.push(...this.#list(additionalProperties, `${before}.*`));
    for (const [name, field] of Object.entries(properties ?? {})) {
      const path = `${before === '' ? '' : `${before}.`}${name}${required.includes(name) ? '' : '?'}`;
      const inner = this.#list(field, path);
      parts.push(...(inner.length === 0 ? [path] : inner));
    }
    return parts;
  }
}
