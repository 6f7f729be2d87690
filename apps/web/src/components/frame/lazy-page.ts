import { type ComponentType, createElement, lazy } from 'react';
import { loadTexts, type TextArea } from '../../i18n/language.ts';

/** A part of the app could not be loaded: there is no network, or an update took it away. */
export class PartMissing extends Error {}

/** Make the parts that could not be loaded ready for another try: React keeps a failure for ever. */
const renewals = new Set<() => void>();

/** To be called before parts that could not be loaded are drawn again. */
export function renewMissingParts(): void {
  for (const renew of renewals) renew();
  renewals.clear();
}

/** A page and where it is. */
export interface LazyRoute {
  readonly path: string;
  readonly Page: ComponentType;
}

/** A part of the app that is loaded when it is first shown, together with its texts. To be drawn within a `Part`. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...areas: readonly TextArea[]
): ComponentType<Props> {
  const make = () =>
    lazy(async () => {
      try {
        const [component] = await Promise.all([load(), loadTexts(...areas)]);
        return { default: component };
      } catch (cause) {
        renewals.add(() => {
          Current = make();
        });
        throw new PartMissing('A part of the app could not be loaded.', { cause });
      }
    });
  let Current = make();
  return (props) => createElement(Current, props);
}
