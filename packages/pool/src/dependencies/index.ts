export {
  type Dependencies,
  type DependencyFinding,
  type DependencyName,
  type DependencyReason,
  type DependencyReport,
  type DependencyState,
  type NodeName,
  WELL,
} from './dependencies.ts';
