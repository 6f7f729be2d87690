export { type ApiKey, createApiKey, findApiKey, isApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
