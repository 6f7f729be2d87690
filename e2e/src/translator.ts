import type { Page } from 'playwright-core';

/** Script of a page that replaces each text node by elements, now and as they come, as the translators of browsers do. It leaves the words as they are. */
const TRANSLATOR = `
  const LEFT_ALONE = 'script, style, textarea, option, title, font, svg, [translate=no]';
  const translate = (node) => {
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (!node.matches(LEFT_ALONE)) for (const child of [...node.childNodes]) translate(child);
      return;
    }
    if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === '') return;
    if (node.parentElement === null || node.parentElement.closest(LEFT_ALONE) !== null) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = node.data;
    outer.append(inner);
    node.replaceWith(outer);
  };
  const start = () => {
    translate(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes, target, type } of changes)
        for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) translate(node);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  };
`;

/** Has the browser translate every text of a page's documents from the start. */
export async function translateAlways(page: Page): Promise<void> {
  await page.addInitScript(`{ ${TRANSLATOR} addEventListener('DOMContentLoaded', start); }`);
}
