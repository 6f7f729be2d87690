// A person without a mouse: Tab until the wanted control has the focus, then Enter, Space or typing.
import type { Locator, Page } from 'playwright-core';

const TABS_MAX = 100;
/** Longer than a message stands over the page, on a busy machine too. */
const COVERED_MS = 20_000;
const LOOK_AGAIN_MS = 50;

/** Presses Tab until a control with this role and name has the focus, and checks that the focus can be seen all the way. */
export async function tabTo(page: Page, role: string, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role as Parameters<Page['getByRole']>[0], {
    name,
    exact: typeof name === 'string',
  });
  await tabToControl(page, wanted, `${role} ${name}`);
}

async function tabToControl(page: Page, wanted: Locator, description: string): Promise<void> {
  await wanted.first().waitFor();
  for (let press = 0; press < TABS_MAX; press += 1) {
    if (await wanted.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    await checkFocusIsSeen(page, description);
  }
  throw new Error(`The focus never came to ${description}.`);
}

/**
 * Fails when the focus stays covered. A page that loads, and a dialog that opens or closes, cover what has the
 * focus for a moment: the dialog takes the focus then, and the page comes to rest. So it is looked at until it
 * is seen or the time is over.
 */
async function checkFocusIsSeen(page: Page, description: string): Promise<void> {
  const end = performance.now() + COVERED_MS;
  for (;;) {
    const hidden = await describeHiddenFocus(page);
    if (hidden === undefined) return;
    if (performance.now() > end)
      throw new Error(`On the way to ${description} the focus is covered: ${hidden}`);
    await page.waitForTimeout(LOOK_AGAIN_MS);
  }
}

export async function pressOn(page: Page, role: string, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  // A button that moves money keeps the focus, and takes no press in its first moment.
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-disabled') !== 'true');
  await page.keyboard.press('Enter');
}

export async function typeInto(
  page: Page,
  name: string,
  text: string,
  role: 'textbox' | 'searchbox' = 'textbox',
): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  // Faster than a person: Enter would come before the button of the form takes it.
  await page.waitForFunction(
    () => !document.activeElement?.closest('form')?.querySelector('[type=submit][aria-disabled=true]'),
  );
}

/** Types a day, as `12312026`, into the parts of a date field, which has no role to look for. */
export async function typeDay(page: Page, label: string, monthDayYear: string): Promise<void> {
  await tabToControl(page, page.getByLabel(label, { exact: true }), `field ${label}`);
  await page.keyboard.type(monthDayYear);
}

/** Chooses the option of a list by typing the beginning of its text. */
export async function choose(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, 'combobox', name);
  await page.keyboard.type(text);
}

/** WCAG 2.4.7 and 2.4.11: whatever has the focus shows it, and is not entirely behind something else. */
async function describeHiddenFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body || element.hasAttribute('data-base-ui-focus-guard'))
      return;
    // A toast on its way out takes its button with it.
    if (element.closest('[data-removed=true]') !== null) return;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 3, top + 3],
      [right - 3, bottom - 3],
      [left + 3, bottom - 3],
      [right - 3, top + 3],
    ];
    const isSeen = points.some(([x = 0, y = 0]) => {
      if (x < 0 || y < 0 || x >= clientWidth || y >= clientHeight) return false;
      const seen = document.elementFromPoint(x, y);
      return seen !== null && (element.contains(seen) || seen.contains(element));
    });
    return isSeen ? undefined : element.outerHTML.slice(0, 160);
  });
}
