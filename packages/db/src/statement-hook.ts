import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';

/** Calls a function before every statement; a test makes it throw to stop the work between two statements. */
export class StatementHookPlugin implements KyselyPlugin {
  readonly #beforeStatement: (node: RootOperationNode) => void;

  constructor(beforeStatement: (node: RootOperationNode) => void) {
    this.#beforeStatement = beforeStatement;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    this.#beforeStatement(node);
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}
