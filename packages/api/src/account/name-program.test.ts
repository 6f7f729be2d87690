// Goal: someone who looks at their sessions knows which is which; what is no browser keeps its own name.
import { expect, it } from 'vitest';
import { nameProgram } from './procedures.ts';

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    { browser: 'Chrome 140', system: 'Linux' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    { browser: 'Safari 18', system: 'iOS' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    { browser: 'Firefox 140', system: 'Windows' },
  ],
  ['curl/8.5.0', null],
  ['node', null],
  ['', null],
  ['x'.repeat(200), null],
])('%j is %j', (userAgent, named) => {
  expect(nameProgram(userAgent)).toEqual(named);
});
