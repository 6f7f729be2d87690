import { startGeth } from './bsc/testing-geth.ts';
import { type Anvil, startAnvil } from './local/anvil.ts';

type Options = Parameters<typeof startAnvil>[0];

/** Starts the BSC node of a test: go-ethereum where GETH_PATH names its program (CONTRIBUTING.md), anvil otherwise. */
export function startTestBscNode(options: Options): Promise<Anvil> {
  const program = process.env['GETH_PATH'];
  if (program === undefined || program === '') return startAnvil(options);
  const { chainId, slotsPerEpoch } = options;
  return startGeth({
    program,
    ...(chainId !== undefined && { chainId }),
    ...(slotsPerEpoch !== undefined && { slotsPerEpoch }),
  });
}
