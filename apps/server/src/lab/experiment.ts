import type { Sandbox, SandboxOptions } from './sandbox.ts';
import type { Teller } from './teller.ts';

/** One experiment: the sandbox that it needs, and what is done in it. The closing checks come afterwards, by the one who runs it. */
export interface Experiment {
  readonly options?: SandboxOptions;
  readonly run: (sandbox: Sandbox, tell: Teller) => Promise<void>;
}
