// Calls of the API beside the story, in every role. Calls that a role may not make are refused, queries answer as their contract says, and
// none of the calls changes anything. The allowed calls of each role are read from the table that people review.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appRouter, describeFailure } from '@glasspool/api';
import type { SolvencyDeps } from '@glasspool/solvency';
import type { AnyTRPCRouter } from '@trpc/server';
import { ROOT } from '../src/running-server.ts';
import { openApi, type Way } from './callers.ts';
import type { Person, Server } from './facts.ts';
import { ViolationError } from './violation.ts';
import type { World } from './world.ts';

const CALL_CHANCE = 0.03;
const ROLES = ['anonymous', 'user', 'read key', 'withdraw key', 'auditor'] as const satisfies Way[];
type Role = (typeof ROLES)[number];

/** Valid inputs for forbidden calls, so that only the role can be the reason of the refusal. All other calls come without input. */
const INPUTS: Readonly<Record<string, object>> = {
  'hotWallet.resumePayouts': { reason: 'Mine.' },
  'hotWallet.withdrawOwnFunds': { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', amount: '1' },
  'investments.invest': { currency: 'USDT' },
  'referrals.transferReferral': { currency: 'USDT', amount: '1', destination: 'toWithdrawable' },
  'withdrawals.withdraw': {
    receiverAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    amount: '1',
    currency: 'USDT',
  },
};

/** Codes of the refusals, by their spelling in the table. */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['401', 'NOT_SIGNED_IN'],
  ['403', 'FORBIDDEN'],
  ['403 key', 'API_KEY_NOT_ALLOWED'],
]);

interface ApiCall {
  readonly name: string;
  readonly role: Role;
  /** Code of the refusal; undefined for a query that is allowed. */
  readonly refusal: string | undefined;
}

const router: AnyTRPCRouter = appRouter;
const CALLS = listCalls();

/** Makes one call with a small chance. It draws random numbers of its own, so that the story is the same with and without such calls. */
export async function playApiCall(world: World, server: Server): Promise<void> {
  const { apiRandom: random, scheduler } = world;
  if (random.fraction() >= CALL_CHANCE) return;
  // A task that is running, and not parked, would change something meanwhile.
  await scheduler.quiet();
  if (scheduler.isAtWork) return;
  const call = CALLS[random.integer(CALLS.length)];
  const person = world.people[random.integer(world.people.length)];
  if (call === undefined || person === undefined) return;
  const before = await world.readState();
  // Without faults of nodes: those would be drawn from the random numbers of the story.
  const outcome = await getOutcome({ ...world.calm, clock: server.clock }, call, person);
  const who = `${call.role} ${call.name}`;
  if (call.refusal !== undefined && outcome !== call.refusal)
    throw new ViolationError('only who may call does', `${who} ends with ${outcome}, not ${call.refusal}.`);
  if (outcome === 'INTERNAL') throw new ViolationError('no unexpected error', `${who} ends with ${outcome}.`);
  if ((await world.readState()) !== before)
    throw new ViolationError('calls that show or are refused change nothing', who);
  world.counters.count(call.refusal === undefined ? `API shows: ${outcome}` : `API refuses: ${call.role}`);
}

/** Lists the refused calls and the allowed queries of the table. */
function listCalls(): ApiCall[] {
  const [head = '', ...lines] = readFileSync(join(ROOT, 'apps/server/src/http/roles.txt'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.flatMap((line) =>
    ROLES.flatMap((role): ApiCall[] => {
      const at = head.indexOf(` ${role}`) + 1;
      const [name = ''] = line.split(' ');
      const [cell = ''] = line.slice(at).split(/ {2,}/);
      if (REFUSALS.has(cell)) return [{ name, role, refusal: REFUSALS.get(cell) }];
      return router._def.procedures[name]?._def.type === 'query' ? [{ name, role, refusal: undefined }] : [];
    }),
  );
}

async function getOutcome(deps: SolvencyDeps, { name, role }: ApiCall, person: Person): Promise<string> {
  const [area = '', procedure = ''] = name.split('.');
  const { userId, email } = person;
  const caller = openApi(deps, { userId, email, way: role });
  try {
    await Reflect.get(Reflect.get(caller, area), procedure)(INPUTS[name]);
    return 'done';
  } catch (error) {
    return describeFailure(error).code;
  }
}
