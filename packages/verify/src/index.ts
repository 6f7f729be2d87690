export { AGE_HOURS_MAX, checkAge } from './age.ts';
export { openBundle } from './files.ts';
export { connectNodes } from './nodes.ts';
export type { Bundle } from './remote.ts';
