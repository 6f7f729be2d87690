export { haltPayouts } from './halt-payouts.ts';
export { resumePayouts } from './resume-payouts.ts';
