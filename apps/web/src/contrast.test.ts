// Goal: every pair of colours that stand on one another can be read. Method: the ratios of WCAG 2.2 from the style sheet itself.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'styles.css'), 'utf8');
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

function colour(name: string, theme: Theme): string {
  const pair = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(css);
  const both = new RegExp(`--${name}: (#\\w{6});`).exec(css)?.[1];
  const found = pair?.[theme === 'light' ? 1 : 2] ?? both;
  if (found === undefined) throw new Error(`styles.css has no colour ${name}.`);
  return found;
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['surface', 'canvas', 'sunken'];
const TEXTS = ['text', 'text-2', 'text-3', 'primary', 'liabilities', 'negative', 'info'];
const PAIRS: readonly (readonly [front: string, ground: string, least: number])[] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground, 4.5] as const)),
  ...GROUNDS.map((ground) => ['line-strong', ground, 3] as const),
  ...GROUNDS.map((ground) => ['focus', ground, 3] as const),
  ['on-primary', 'primary', 4.5],
  ['primary', 'primary-soft', 4.5],
  ['positive', 'surface', 4.5],
  ['positive', 'positive-soft', 4.5],
  ['negative', 'negative-soft', 4.5],
  ['warning', 'surface', 4.5],
  ['warning', 'warning-soft', 4.5],
  ['on-ribbon', 'ribbon', 7],
];

describe.each(THEMES)('the %s theme', (theme) => {
  it.each(PAIRS)('shows %s on %s at %d : 1 or better', (front, ground, least) => {
    expect(ratio(colour(front, theme), colour(ground, theme))).toBeGreaterThanOrEqual(least);
  });
});

describe('the ratio', () => {
  it('is 21 for black on white', () => {
    expect(ratio('#000000', '#ffffff')).toBeCloseTo(21);
  });
});
