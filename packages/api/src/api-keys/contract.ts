import { z } from 'zod';
import { idField, Timestamp } from '../contract.ts';
import { ApiKeyScopeField } from './forms.ts';

const ApiKeyIdField = idField('apiKey', 'This is not the id of an API key.');

export const ListApiKeysOutput = z.array(
  z.object({
    id: ApiKeyIdField,
    name: z.string(),
    scope: ApiKeyScopeField,
    hint: z.string().describe('How the key begins.'),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  }),
);
export const RevokeApiKeyInput = z.strictObject({ id: ApiKeyIdField });
