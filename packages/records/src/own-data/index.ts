export { readOwnData } from './read-own-data.ts';
