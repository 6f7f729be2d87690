import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadTexts, type TextArea } from '../i18n/language.ts';

/** A part of the app that is loaded when it is first shown, together with its texts. */
export function lazyPage<Props>(
  load: () => Promise<ComponentType<Props>>,
  ...areas: readonly TextArea[]
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [component] = await Promise.all([load(), loadTexts(...areas)]);
    return { default: component };
  });
}
