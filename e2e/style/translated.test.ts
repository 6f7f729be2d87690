// Goal: a page that the browser translates goes on working. A translator replaces each text node by elements of its own; React then
// changes, or stands on, a node that is no longer on the page: the screen keeps old figures, or breaks. A text that is alone in its
// element is replaced as a whole, so every text is. Method: the syntax tree of every component; planted lines prove the rule.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type JSXElement, type JSXFragment, parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '../../apps/web/src');

/** Components that put a text which is their only child into an element of its own. */
const WRAPS_TEXT = new Set(
  'BaseDialog.Title Button Disclosure Link NavLink Notice PageTitle RecordLink Stat StatusBadge Step'.split(
    ' ',
  ),
);
/** Functions that make elements, not texts. */
const MAKES_ELEMENTS = /^(children|describeNetworkFee|render|renderFailure|router)$/;
/** Properties that hold elements wherever they are given. */
const SLOTS = /^(app|beside|button|buttons|cells|children|field|heading|page|promisedAndPaid|submit)$/;

type Kind = 'nothing' | 'element' | 'text';
interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

// The checks below ask for the type before they read what a node of that type has.
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Object(value).type === 'string';

function judge(child: unknown): Kind {
  if (!isNode(child)) return 'nothing';
  switch (child.type) {
    case 'JSXText':
    case 'StringLiteral':
      return String(child['value']).trim() === '' ? 'nothing' : 'text';
    case 'JSXExpressionContainer':
    case 'ParenthesisExpression':
      return judge(child['expression']);
    case 'JSXElement':
    case 'JSXFragment':
      return 'element';
    case 'JSXEmptyExpression':
    case 'NullLiteral':
    case 'BooleanLiteral':
      return 'nothing';
    case 'ConditionalExpression':
      return [child['consequent'], child['alternate']].map(judge).includes('text') ? 'text' : 'element';
    case 'BinaryExpression':
      return /&&|\?\?|\|\|/.test(String(child['operator'])) ? judge(child['right']) : 'text';
    case 'Identifier':
    case 'MemberExpression':
      return SLOTS.test(getLastName(child)) ? 'element' : 'text';
    case 'CallExpression':
      return MAKES_ELEMENTS.test(getLastName(child['callee'])) ? 'element' : judgeByParts(child);
    default:
      return judgeByParts(child);
  }
}

/** A list or a call that has an element somewhere makes elements. */
function judgeByParts(node: Node): Kind {
  return JSON.stringify(node).includes('"type":"JSXElement"') ? 'element' : 'text';
}

function getLastName(node: unknown): string {
  if (!isNode(node)) return '';
  return node.type === 'Identifier' ? String(node['value']) : getLastName(node['property']);
}

function getName(element: JSXElement | JSXFragment): string {
  if (element.type === 'JSXFragment') return '';
  const { name } = element.opening;
  if (name.type === 'Identifier') return name.value;
  return name.type === 'JSXMemberExpression' ? `${Object(name.object).value}.${name.property.value}` : '';
}

/** Replaced as a whole with its value, and left alone by translators. */
function isFigure(element: JSXElement | JSXFragment): boolean {
  if (element.type === 'JSXFragment') return false;
  const names = element.opening.attributes.map((one) =>
    one.type === 'JSXAttribute' ? Object(one.name).value : '',
  );
  return names.includes('key') && names.includes('translate');
}

/** Lines on which a text stands beside something else, or directly in a fragment or component. */
function findBareTexts(source: string): number[] {
  const bytes = Buffer.from(source);
  const ast = parseSync(source, { syntax: 'typescript', tsx: true, target: 'es2022' });
  const lines: number[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value) && (value.type === 'JSXElement' || value.type === 'JSXFragment')) {
      // It is one of the two: the type was just asked.
      const element = value as unknown as JSXElement | JSXFragment;
      const kinds = element.children.map(judge).filter((kind) => kind !== 'nothing');
      const name = getName(element);
      const isComponent = name === '' || /^[A-Z]/.test(name);
      const isAlone = kinds.length === 1 && (!isComponent || WRAPS_TEXT.has(name));
      if (kinds.includes('text') && !isAlone && !isFigure(element))
        lines.push(
          bytes
            .subarray(0, element.span.start - ast.span.start)
            .toString()
            .split('\n').length,
        );
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(ast);
  return lines;
}

describe('a text on the screen', () => {
  it.each([
    '<p>{t("a")} {isOld && <b>old</b>}</p>',
    '<p>{amount}<Mark /></p>',
    '<Button><Icon /> Send</Button>',
    '<>{t("a")}</>',
    '<Card title="a">text</Card>',
    '<span>{sign}{text}</span>',
  ])('is found beside something else: %s', (line) => {
    expect(findBareTexts(`export const A = () => ${line};`)).toEqual([1]);
  });

  it.each([
    '<p>{t("a")}</p>',
    '<p><span>{t("a")}</span> {isOld && <b>old</b>}</p>',
    '<Button>{isOld ? t("a") : t("b")}</Button>',
    '<span key={text} translate="no">{sign}{text}</span>',
    '<ul>{rows.map((row) => <Row key={row} />)}</ul>',
  ])('passes by itself: %s', (line) => {
    expect(findBareTexts(`export const A = () => ${line};`)).toEqual([]);
  });

  it('is alone in its element everywhere', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.tsx') && !/\.test\.|testing/.test(file),
    );
    expect(files.length).toBeGreaterThan(150);
    const found = files.flatMap((file) =>
      findBareTexts(readFileSync(join(SOURCE, file), 'utf8')).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
  });
});
