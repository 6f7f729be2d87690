import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** Node of the tests, and the first one on the PATH that is not a package. */
export function listNodes(): string[] {
  const outside = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((place) => !place.includes('node_modules'))
    .map((place) => join(place, 'node'))
    .find((path) =>
      /^v(?:2\d|[3-9]\d)\./.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''),
    );
  return [...new Set([process.execPath, ...(outside === undefined ? [] : [outside])])];
}
