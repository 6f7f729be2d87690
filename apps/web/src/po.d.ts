declare module '*.po?area=shell' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=public' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=proofs' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=lab' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

declare module '*.po?area=experiments' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=errors' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=account' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=app' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=member' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=security' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=replaced' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=settings' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=admin' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=signup' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
declare module '*.po?area=local' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
