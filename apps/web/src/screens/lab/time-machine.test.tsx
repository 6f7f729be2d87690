// Goal: every figure that the time machine says is one of its own file of every day. Method: the parts of the page for each start and a
// start whose reserve runs dry, beside the CSV that a reader would download.
import { DAY_MS } from '@glasspool/core';
import { forecast, type PaidFrom, type Scenario } from '@glasspool/lab/forecast';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/language.ts';
import { answers, mockServer, renderWithServer } from '../../testing/render-with-server.tsx';
import { figures } from '../../testing/samples.ts';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { DepositsForecast } from './DepositsForecast.tsx';
import { drawForecast, toCsv } from './drawn-forecast.ts';
import { ReserveForecast } from './ReserveForecast.tsx';
import { findOrigin, toScenario } from './scenario.ts';
import type { Choice } from './settings.ts';

withMockServer();
await loadTexts('lab');

const START_MS = Date.UTC(2026, 10, 20);
const WHOLE_PPB = 1_000_000_000;

const CHOICES: readonly Choice[] = [
  { start: 'example', span: 365, changed: {} },
  { start: 'example', span: 365, changed: { reserve: 500, funding: 0 } },
  { start: 'example', span: 90, changed: { reserve: 1_000_000 } },
  { start: 'ponzi', span: 365, changed: {} },
  { start: 'bitconnect', span: 365, changed: {} },
  { start: 'mmm', span: 365, changed: {} },
];

/** The file, a record for each day, as a reader of it has it. */
function readFile(scenario: Scenario, paidFrom: PaidFrom) {
  const [head = '', ...lines] = toCsv(forecast(scenario, paidFrom)).trimEnd().split('\r\n');
  const names = head.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', Number(cell)])),
  );
}

const toScenarioOf = (choice: Choice): Scenario => toScenario(findOrigin(choice.start, figures, 0), choice);
const formatDay = (day = 0): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(START_MS + day * DAY_MS);
const formatWhole = (amount = 0): string => `${Math.floor(amount).toLocaleString('en')} USDT`;

describe.each(CHOICES)('the time machine from $start, $changed', (choice) => {
  const scenario = toScenarioOf(choice);

  it('says of the reserve what its file says', async () => {
    mockServer.use(
      answers('transparency', 'listPositions', { data: [], meta: { page: 1, limit: 100, total: 0 } }),
    );
    const drawn = drawForecast(forecast(scenario, 'reserve'));
    const props = { start: choice.start, span: choice.span, scenario, drawn, startMs: START_MS };
    const { container } = renderWithServer(<ReserveForecast {...props} onSpan={() => undefined} />);
    const days = readFile(scenario, 'reserve');
    const short = days.findIndex(({ sharePpb = 0 }) => sharePpb < WHOLE_PPB);
    const said = [...container.querySelectorAll('dd')].map((one) => one.textContent);
    const at = days[short] ?? days.at(-1);
    expect(said.slice(0, 3)).toEqual([
      short === -1 ? 'Not in this time' : formatDay(short),
      formatWhole(at?.['owed']),
      formatWhole(at?.['held']),
    ]);
    expect(said[3]).toMatch(new RegExp(`of ${days.at(-1)?.['people']?.toLocaleString('en')}$`));
    if (short === -1) {
      expect(screen.getByText('The reserve lasts for all of this time.')).toBeDefined();
      return;
    }
    const after = days.slice(short + 1, short + 31).map(({ sharePpb = 0 }) => sharePpb);
    const share = after.reduce((sum, one) => sum + one, 0) / after.length / WHOLE_PPB;
    const percent = (scenario.terms.targetRatePpm / 10_000) * share;
    const sentence = screen.getByText(/Once the reserve is used up/).textContent;
    const rate = /becomes ([\d.]+) % on average over the (\d+) days after/.exec(sentence);
    expect(Math.abs(Number(rate?.[1]) - percent)).toBeLessThanOrEqual(0.005_001);
    expect(rate?.[1]).toMatch(/^\d+(\.\d{1,2})?$/);
    expect(rate?.[2]).toBe(String(after.length));
  });

  it('says of the deposits what its file says', () => {
    const drawn = drawForecast(forecast(scenario, 'deposits'));
    const { container } = renderWithServer(
      <DepositsForecast scenario={scenario} startMs={START_MS} drawn={drawn} />,
    );
    const days = readFile(scenario, 'deposits');
    const last = days.at(-1);
    const text = container.textContent;
    if (drawn.collapsedOn === undefined) {
      const missing = Math.max(0, (last?.['owed'] ?? 0) - (last?.['held'] ?? 0));
      expect(text).toContain(formatWhole(last?.['owed']));
      expect(text).toContain(formatWhole(missing));
      return;
    }
    // The scheme ends on the day on which it cannot pay.
    expect(last?.['day']).toBe(drawn.collapsedOn);
    expect(text).toContain(`It collapses on ${formatDay(drawn.collapsedOn)}`);
    for (const figure of [formatWhole(last?.['held']), formatWhole(last?.['owed'])])
      expect(text).toContain(figure);
    expect(text).toContain(`${last?.['people']?.toLocaleString('en')}`);
  });
});
