// Goal: a program that reads the exit code learns of everything that is wrong, and of everything that was not checked.
import { expect, it } from 'vitest';
import { decide } from './verdict.ts';

const checks = (...statuses: ('ok' | 'failed' | 'not checked')[]) => statuses.map((status) => ({ status }));

it.each([
  [checks('ok', 'ok'), false, 0, 'RIGHT: all 2 checks were made, and none failed.'],
  [checks('ok', 'not checked'), false, 2, 'INCOMPLETE: nothing failed, but 1 of 2 checks could not be made.'],
  [checks('ok', 'not checked'), true, 1, 'INCOMPLETE: nothing failed, but 1 of 2 checks could not be made.'],
  [checks('failed', 'not checked', 'ok'), false, 1, 'WRONG: 1 of 3 checks failed, 1 could not be made.'],
  [checks('failed', 'ok'), true, 1, 'WRONG: 1 of 2 checks failed, 0 could not be made.'],
])('%j, strict %s', (made, isStrict, exitCode, summary) => {
  expect(decide(made, isStrict)).toEqual({ exitCode, summary });
});
