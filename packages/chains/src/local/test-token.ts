import { Contract, ContractFactory, JsonRpcProvider, Wallet } from 'ethers';
import pLimit from 'p-limit';
import { ANVIL_FAUCET_KEY } from './anvil.ts';
import artifact from './token/TestUSDT.json' with { type: 'json' };

/** The deployer's first contract always gets the same address, so a restarted chain needs no file to find it. */
export const TEST_USDT_ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

/** More than a first mint to an address takes. */
const MINT_GAS = 150_000n;

/** One payment at a time: two that ask for the next nonce at the same moment are given the same one. */
const inTurn = pLimit(1);

/** Deploys the test USDT unless the chain has it already. */
export async function ensureTestToken(rpcUrl: string, mine: () => Promise<void>): Promise<string> {
  using node = connect(rpcUrl);
  if ((await node.provider.getCode(TEST_USDT_ADDRESS)) !== '0x') return TEST_USDT_ADDRESS;
  const contract = await new ContractFactory(artifact.abi, artifact.bytecode, node.faucet).deploy();
  await mine();
  const address = await contract.getAddress();
  if (address !== TEST_USDT_ADDRESS)
    throw new Error('The local chain was used by something else. Remove its data folder and start again.');
  return address;
}

/** Mints test USDT to an address, in units of 10^-18; returns the transaction hash. */
export async function mintTestToken(rpcUrl: string, address: string, units: bigint): Promise<string> {
  return inTurn(async () => {
    using node = connect(rpcUrl);
    const token = new Contract(TEST_USDT_ADDRESS, artifact.abi, node.faucet);
    const transaction: unknown = await token.getFunction('mint').send(address, units);
    return computeHash(transaction);
  });
}

/** Deploys another token of the same code and mints it to an address: what swindlers send. Returns the hash of the mint. */
export async function sendFakeToken(rpcUrl: string, address: string, units: bigint): Promise<string> {
  return inTurn(async () => {
    using node = connect(rpcUrl);
    const contract = await new ContractFactory(artifact.abi, artifact.bytecode, node.faucet).deploy();
    const fake = new Contract(await contract.getAddress(), artifact.abi, node.faucet);
    // A real node cannot estimate what a call of a contract costs that no block has yet.
    return computeHash(await fake.getFunction('mint').send(address, units, { gasLimit: MINT_GAS }));
  });
}

/** Sends BNB of the local chain to an address, in wei; returns the transaction hash. */
export async function sendTestBnb(rpcUrl: string, address: string, units: bigint): Promise<string> {
  return inTurn(async () => {
    using node = connect(rpcUrl);
    return computeHash(await node.faucet.sendTransaction({ to: address, value: units }));
  });
}

function connect(rpcUrl: string): Disposable & { provider: JsonRpcProvider; faucet: Wallet } {
  // Its chain id is asked for: a test may run a node with the one of the testnet.
  // One call at a time needs no batch, for which ethers would wait 10 ms before each.
  const provider = new JsonRpcProvider(rpcUrl, undefined, { cacheTimeout: -1, batchMaxCount: 1 });
  return {
    provider,
    // Not a NonceManager of ethers: it drops a promise where a node hangs up, for which Node ends the process.
    faucet: new Wallet(ANVIL_FAUCET_KEY, provider),
    [Symbol.dispose]: () => provider.destroy(),
  };
}

function computeHash(transaction: unknown): string {
  if (typeof transaction === 'object' && transaction !== null && 'hash' in transaction)
    return String(transaction.hash);
  throw new Error('The node did not answer with a transaction.');
}
