import { describeProcedures } from '../.vitepress/typed-reference.ts';

/** Pages that are written from what the server says of itself. */
export default {
  paths: () => [{ params: { page: 'typed', title: 'Typed calls' }, content: describeProcedures() }],
};
