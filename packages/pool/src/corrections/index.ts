export {
  type BookCorrection,
  decideCorrection,
  listOpenCorrections,
  proposeCorrection,
} from './corrections.ts';
