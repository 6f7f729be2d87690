// The reference of typed calls, written from apps/server/src/http/roles.txt, which a test holds against the running server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCalls } from './rest-reference.ts';

const ROLES = join(import.meta.dirname, '../../apps/server/src/http/roles.txt');
const NAME_WIDTH = 40;
const CELL_WIDTH = 14;

const ABOUT = `\`@glasspool/api/client\` has every procedure that the pages use, with its types: amounts are \`bigint\` in micro-units. \`npm run pack -- FOLDER\`
packs it for projects elsewhere; [the examples](/examples/README) show it in a few lines. The types are the reference of inputs and answers: an
editor shows them for each call.

Each procedure is called as \`pool.AREA.NAME.query(input)\`, or \`.mutate(input)\` where it changes something. The tables say who may call it, and its path
over REST where it has one.`;

/** Markdown of every procedure: who may call it, and where it is over REST. */
export function describeProcedures(): string {
  const [head = '', ...lines] = readFileSync(ROLES, 'utf8').trimEnd().split('\n');
  const callers = cellsOf(head);
  const paths = new Map(
    listCalls().map(({ operationId, method, path }) => [operationId, `${method} \`${path}\``]),
  );
  const areas = Map.groupBy(lines, (line) => line.slice(0, line.indexOf('.')));
  const tables = [...areas].map(([area, rows]) =>
    [
      `## ${area}`,
      '',
      '| procedure | may call | REST |',
      '| --- | --- | --- |',
      ...rows.map((row) => {
        const name = row.slice(0, NAME_WIDTH).trim();
        return `| \`${name}\` | ${describeCallers(callers, cellsOf(row))} | ${paths.get(name) ?? ''} |`;
      }),
    ].join('\n'),
  );
  return [ABOUT, ...tables].join('\n\n');
}

function cellsOf(line: string): string[] {
  const cells: string[] = [];
  for (let at = NAME_WIDTH; at < line.length; at += CELL_WIDTH)
    cells.push(line.slice(at, at + CELL_WIDTH).trim());
  return cells;
}

/** Callers that are let in; the kinds that stand for a missing factor or a first password say nothing of who may call. */
function describeCallers(callers: readonly string[], cells: readonly string[]): string {
  const allowed = callers.filter(
    (name, index) => cells[index] === 'may' && !/^(locked|no factor|first)/.test(name),
  );
  return allowed.includes('anonymous') ? 'anyone' : allowed.join(', ');
}
