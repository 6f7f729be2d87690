export { openBundle } from './files.ts';
export { connectNodes } from './nodes.ts';
