export { createAccountHooks } from './account-hooks.ts';
