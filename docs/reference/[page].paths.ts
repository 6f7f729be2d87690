import { describeRows, readRows } from '../.vitepress/security-page.ts';
import { describeProcedures } from '../.vitepress/typed-reference.ts';

/** Pages that are written from what the server and the tests say. */
export default {
  paths: () => [
    { params: { page: 'typed', title: 'Typed calls' }, content: describeProcedures() },
    { params: { page: 'security', title: 'Security, row by row' }, content: describeRows(readRows()) },
  ],
};
