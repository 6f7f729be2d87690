// A person without a mouse: Tab until the wanted control has the focus, then Enter, Space or typing.
import type { Page } from 'playwright-core';

const TABS_MAX = 80;

/** Presses Tab until a control with this role and name has the focus, and checks that the focus can be seen all the way. */
export async function tabTo(page: Page, role: string, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role as Parameters<Page['getByRole']>[0], {
    name,
    exact: typeof name === 'string',
  });
  await wanted.first().waitFor();
  for (let press = 0; press < TABS_MAX; press += 1) {
    if (await wanted.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    const hidden = await describeHiddenFocus(page);
    if (hidden !== undefined)
      throw new Error(`On the way to ${role} ${name} the focus is covered: ${hidden}`);
  }
  throw new Error(`The focus never came to ${role} ${name}.`);
}

export async function pressOn(page: Page, role: string, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}

export async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, 'textbox', name);
  await page.keyboard.press('ControlOrMeta+a');
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
