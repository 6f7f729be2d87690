export { getUser, iterateUsers, listUsers, type UserDetails, type UserRow } from './list-users.ts';
