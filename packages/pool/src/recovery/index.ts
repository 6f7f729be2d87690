export { adoptSigned, type Unmatched } from './adopt-signed.ts';
export { followAdopted } from './follow-adopted.ts';
export { prepareRestored } from './prepare-restored.ts';
