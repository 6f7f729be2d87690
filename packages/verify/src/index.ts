export { checkAge } from './age.ts';
export { type Bundle, openBundle } from './files.ts';
export { connectNodes } from './nodes.ts';
