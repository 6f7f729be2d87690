export { type Adopted, adoptSigned } from './adopt-signed.ts';
export { prepareRestored } from './prepare-restored.ts';
export { resumePayouts } from './resume-payouts.ts';
