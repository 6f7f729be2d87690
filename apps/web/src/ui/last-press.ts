/** One press of a pointer: where it was, and on what. */
export interface Press {
  readonly x: number;
  readonly y: number;
  readonly target: EventTarget | null;
}

let last: Press | undefined;
let before: Press | undefined;

// From the first script on: the press that opens a dialog comes before the dialog's own script is there. The build draws without a window.
if (typeof window !== 'undefined')
  window.addEventListener(
    'pointerdown',
    ({ clientX, clientY, target }) => {
      before = last;
      last = { x: clientX, y: clientY, target };
    },
    { capture: true, passive: true },
  );

/** The newest press, and the one before it. */
export function getPresses(): { readonly last: Press | undefined; readonly before: Press | undefined } {
  return { last, before };
}
