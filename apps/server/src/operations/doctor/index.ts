export { examinePool, type Symptom } from './examine-pool.ts';
