import { z } from 'zod';
import { Timestamp } from '../common.contract.ts';
import { idField } from '../id-field.contract.ts';
import { ApiKeyScopeField } from './api-keys.contract.ts';

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
