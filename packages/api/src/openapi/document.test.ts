// Goal: the API's description is valid OpenAPI 3.1, complete, and has the fields that were reviewed; its examples are what they describe.
import { POOL_ERRORS } from '@glasspool/core';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { localAppRouter } from '../root.ts';
import type { ProcedureMeta } from '../trpc.ts';
import { createOpenApiDocument } from './document.ts';
import { listFields } from './testing-fields.ts';

const Content = z.record(
  z.string(),
  z.looseObject({ schema: z.looseObject({}).optional(), example: z.unknown().optional() }),
);
const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  requestBody: z.looseObject({ content: Content }).optional(),
  parameters: z
    .array(z.looseObject({ schema: z.looseObject({}), example: z.unknown().optional() }))
    .optional(),
  // An answer without a body has no content.
  responses: z.record(z.string(), z.looseObject({ content: Content.default({}) })),
});
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
});

const document = Document.parse(JSON.parse(JSON.stringify(createOpenApiDocument(localAppRouter))));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('the OpenAPI document', () => {
  it('has the paths and fields in fields.txt; vitest -u rewrites it', async () => {
    await expect(listFields(localAppRouter)).toMatchFileSnapshot('./fields.txt');
  });

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(
      JSON.parse(JSON.stringify(createOpenApiDocument(localAppRouter))),
    );
    expect(result).toEqual({ valid: true });
  });

  it('describes every procedure that has a path', () => {
    const router: AnyTRPCRouter = localAppRouter;
    const named = Object.entries<AnyTRPCProcedure>(router._def.procedures)
      .filter(([, { _def }]) => (_def.meta as ProcedureMeta | undefined)?.openapi !== undefined)
      .map(([name]) => name);
    const described = operations.map(({ operation }) => operation.operationId);
    expect(described.filter((name) => named.includes(name)).sort()).toEqual(named.sort());
  });

  it('gives examples that fit their schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ ...document, $id: 'document' });
    const wrong: string[] = [];
    const check = (where: string, schema: object, example: unknown): void => {
      const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
      if (ajv.validate(JSON.parse(text), example)) return;
      wrong.push(`${where}: ${JSON.stringify(example)} ${ajv.errorsText()}`);
    };
    let count = 0;
    const unfilled: string[] = [];
    for (const { path, operation } of operations) {
      const contents = [operation.requestBody, ...Object.values(operation.responses)];
      for (const content of contents.flatMap((one) => Object.values(one?.content ?? {}))) {
        if (content.schema === undefined || content.example === undefined) continue;
        check(path, content.schema, content.example);
        unfilled.push(...(JSON.stringify(content.example).match(/\{\w+\}/g) ?? []));
        count += 1;
      }
      for (const { schema, example } of operation.parameters ?? [])
        if (example !== undefined) check(path, schema, example);
    }
    expect(wrong).toEqual([]);
    expect(unfilled).toEqual([]);
    expect(count).toBeGreaterThan(100);
  });

  it('lists refusals under the statuses that they have', () => {
    for (const { path, operation } of operations) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (status === '200' || status === '304') continue;
        const text = JSON.stringify(content['application/json']?.schema);
        const codes = [...text.matchAll(/"([A-Z_]{4,})"/g)].map(([, code = '']) => code);
        expect([path, codes.length > 0]).toEqual([path, true]);
        for (const code of codes) {
          const described = Object.entries(POOL_ERRORS).find(([one]) => one === code)?.[1];
          expect([path, code, String(described?.status)]).toEqual([path, code, status]);
        }
      }
    }
  });
});
