export { readStatement, type Statement } from './read-statement.ts';
