export { judgeWithin as judgeByAll } from '../src/solvency/lies/judge-within.ts';
