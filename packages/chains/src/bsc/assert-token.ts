import { isError } from 'ethers';

const TOKEN_DECIMALS = 18;

/** The contract of the settings is not a token, or does not count as the ledger does. */
export class TokenMismatchError extends Error {
  override readonly name = 'TokenMismatchError';
}

/**
 * Compares the token's own decimals with those of the ledger.
 *
 * @throws TokenMismatchError when the contract is not a token of 18 decimals
 */
export async function assertTestToken(readDecimals: () => Promise<bigint>, contract: string): Promise<void> {
  const decimals = await readDecimals().catch((error: unknown) => {
    if (!isError(error, 'BAD_DATA') && !isError(error, 'CALL_EXCEPTION')) throw error;
    throw new TokenMismatchError(
      `There is no token at USDT_CONTRACT=${contract} on this network. Set the contract of the test USDT.`,
      { cause: error },
    );
  });
  if (Number(decimals) === TOKEN_DECIMALS) return;
  throw new TokenMismatchError(
    `The token at USDT_CONTRACT=${contract} has ${decimals} decimals, and the pool counts by ${TOKEN_DECIMALS}. Set the contract of the test USDT.`,
  );
}
