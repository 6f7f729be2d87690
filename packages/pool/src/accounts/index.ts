export { createAccountHooks } from './account-hooks.ts';
export { getUser, iterateUsers, listUsers, type UserDetails, type UserRow } from './list-users.ts';
