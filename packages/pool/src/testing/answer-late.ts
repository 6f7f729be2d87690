import type { SimChain } from './sim-chain.ts';

/** Makes the next answer of a chain to a question come late: `meanwhile` runs after the chain gave it, and before it is used. */
export function answerLate(
  chain: SimChain,
  question: 'getOutcome' | 'findDropProof' | 'getHead' | 'quoteSend',
  meanwhile: () => Promise<void>,
): void {
  const ask = chain[question];
  Object.defineProperty(chain, question, {
    configurable: true,
    value: async (...args: readonly unknown[]) => {
      Reflect.deleteProperty(chain, question);
      const answer: unknown = await Reflect.apply(ask, chain, args);
      await meanwhile();
      return answer;
    },
  });
}
