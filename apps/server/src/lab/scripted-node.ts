import type { ServerResponse } from 'node:http';
import { type ForwardedCall, ForwardingProxy, JSON_HEADERS } from '@glasspool/chains/testing';
import { z } from 'zod';

/** A call of JSON-RPC, or of TRON's HTTP API, and a way to ask the node itself. */
export interface NodeCall {
  /** On TRON the path, such as `/wallet/getaccount`; its one parameter is the body. */
  readonly method: string;
  readonly parameters: readonly unknown[];
  readonly forward: () => Promise<unknown>;
}

/** Answers a call in the node's place. */
export type NodeScript = (call: NodeCall) => Promise<unknown>;

const Rpc = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });
type RpcCall = z.infer<typeof Rpc>;
const Calls = z.union([Rpc, z.array(Rpc)]);
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

  /** A batch is answered call by call, as the node itself answers it. */
  async #reply(call: ForwardedCall): Promise<{ status: number; text: string }> {
    const { script } = this;
    const rpc = call.url === '/' ? Calls.safeParse(JSON.parse(call.body)) : undefined;
    if (script !== undefined && call.url !== '/') return this.#replyToPath(call, script);
    if (script === undefined || rpc?.success !== true) return this.forward(call);
    const answer = async (one: RpcCall): Promise<unknown> => {
      const { id, method, params: parameters } = one;
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: parameters });
      const forward = async (): Promise<unknown> =>
        Result.parse(JSON.parse((await this.forward({ ...call, body })).text)).result;
      return { jsonrpc: '2.0', id, result: await script({ method, parameters, forward }) };
    };
    const { data } = rpc;
    const answers = Array.isArray(data) ? await Promise.all(data.map(answer)) : await answer(data);
    return { status: 200, text: JSON.stringify(answers) };
  }

  async #replyToPath(call: ForwardedCall, script: NodeScript): Promise<{ status: number; text: string }> {
    const forward = async (): Promise<unknown> => JSON.parse((await this.forward(call)).text);
    const parameters = call.body === '' ? [] : [JSON.parse(call.body)];
    const answer = await script({ method: call.url, parameters, forward });
    return { status: 200, text: JSON.stringify(answer) };
  }
}
