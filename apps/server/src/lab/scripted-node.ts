import type { ServerResponse } from 'node:http';
import { type ForwardedCall, ForwardingProxy, JSON_HEADERS } from '@glasspool/chains/testing';
import { z } from 'zod';

/** A call of JSON-RPC, and a way to ask the node itself. */
export interface NodeCall {
  readonly method: string;
  readonly parameters: readonly unknown[];
  readonly forward: () => Promise<unknown>;
}

/** Answers a call in the node's place. */
export type NodeScript = (call: NodeCall) => Promise<unknown>;

const Rpc = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });
const Result = z.object({ result: z.unknown() });

/** Stands between the sandbox and its node, and answers as an experiment says. Without a script it hands everything through. */
export class ScriptedNode extends ForwardingProxy {
  script: NodeScript | undefined;

  private constructor(target: string) {
    super(target);
  }

  static start(target: string): Promise<ScriptedNode> {
    return new ScriptedNode(target).listen();
  }

  protected override async answer(call: ForwardedCall, response: ServerResponse): Promise<void> {
    const { status, text } = await this.#reply(call);
    response.writeHead(status, JSON_HEADERS);
    response.end(text);
  }

  async #reply(call: ForwardedCall): Promise<{ status: number; text: string }> {
    const rpc = call.url === '/' ? Rpc.safeParse(JSON.parse(call.body)) : undefined;
    if (this.script === undefined || rpc?.success !== true) return this.forward(call);
    const { id, method, params: parameters } = rpc.data;
    const forward = async (): Promise<unknown> =>
      Result.parse(JSON.parse((await this.forward(call)).text)).result;
    const result = await this.script({ method, parameters, forward });
    return { status: 200, text: JSON.stringify({ jsonrpc: '2.0', id, result }) };
  }
}
