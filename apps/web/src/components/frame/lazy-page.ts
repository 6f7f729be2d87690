import { type ComponentType, createElement, lazy } from 'react';
import { loadTexts, type TextArea } from '../../i18n/language.ts';

/** A part of the app could not be loaded: there is no network, or an update took it away. */
export class PartMissing extends Error {
  readonly failedAtMs = performance.now();
  /** Has the part be loaded when it is drawn again: React keeps a failure for ever. */
  readonly renew: () => void;

  constructor(cause: unknown, renew: () => void) {
    super('A part of the app could not be loaded.', { cause });
    this.renew = renew;
  }
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
        throw new PartMissing(cause, () => {
          Current = make();
        });
      }
    });
  let Current = make();
  return (props) => createElement(Current, props);
}
