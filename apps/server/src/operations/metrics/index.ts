export { type Gauges, readGauges } from './read-gauges.ts';
