export { adoptSigned, type Unmatched } from './adopt-signed.ts';
export { followAdopted } from './follow-adopted.ts';
export { haltPayouts } from './halt-payouts.ts';
export { prepareRestored } from './prepare-restored.ts';
export { resumePayouts } from './resume-payouts.ts';
