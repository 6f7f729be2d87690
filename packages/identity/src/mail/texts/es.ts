import type { WithdrawalReason } from '@glasspool/core';
import type { OtherAccess } from '../../accounts/other-access.ts';
import type { FactorChange, MailTexts } from './en.ts';

const FACTOR_CHANGES: Readonly<Record<FactorChange, string>> = {
  'two-factor.enrol':
    'Se activó la autenticación en dos pasos: ahora se pide un código de tu aplicación de autenticación para iniciar sesión y para retirar a una dirección nueva.',
  'two-factor.remove': 'Se desactivó la autenticación en dos pasos con tu aplicación de autenticación.',
  'recovery-codes.renew':
    'Se crearon códigos de recuperación nuevos para tu cuenta. Los anteriores ya no sirven.',
  'passkey.add':
    'Se añadió una llave de acceso a tu cuenta. Permite iniciar sesión sin contraseña y confirmar acciones que piden un código.',
  'passkey.remove': 'Se quitó una llave de acceso de tu cuenta. Ya no sirve.',
};

const REASONS: Readonly<Record<WithdrawalReason, string>> = {
  'not-carried-out': 'La red no realizó la transferencia. El dinero está de vuelta en tu saldo.',
  'not-taken': 'La red no tomó la transferencia a tiempo. El dinero está de vuelta en tu saldo.',
  'block-replaced':
    'La red reemplazó el bloque de este pago y no volvió a realizarlo. El dinero está de vuelta en tu saldo.',
  'block-replaced-fee-short':
    'La red reemplazó el bloque de este pago y no volvió a realizarlo. El dinero está de vuelta en tu saldo, pero no toda la comisión: el operador no la tiene.',
  'payment-lost':
    'La red reemplazó el bloque de este pago y no volvió a realizarlo. Un administrador lo revisa antes de devolver el dinero.',
  'may-be-paid':
    'Salió dinero que los libros no conocen, así que esto puede estar pagado. Mira primero en la cadena: aprobarlo lo paga, rechazarlo devuelve el dinero.',
  'owner-owes':
    'La cadena revirtió un depósito de su titular, que ya no tiene lo bastante para compensarlo. Espera a que otro depósito lo compense o recházalo, lo que devuelve el dinero.',
};

const IF_NOT_YOU = 'Si no fuiste tú, cambia tu contraseña ahora. Eso cierra todas las demás sesiones.';

function listRemaining(
  { passkeys, apiKeys, webhooks, waitingAddresses }: OtherAccess,
  isEnded: boolean,
): string[] {
  const lines = [
    ['Claves de API', apiKeys],
    ['Webhooks', webhooks],
    ['Direcciones que aún no se pueden pagar', waitingAddresses],
  ] as const;
  const named = lines.flatMap(([what, names]) => (names.length > 0 ? [`${what}: ${names.join(', ')}.`] : []));
  const heading = isEnded
    ? 'También se anularon:'
    : 'Siguen funcionando. Quita en los ajustes lo que no reconozcas:';
  const kept =
    passkeys.length > 0
      ? [
          `Las llaves de acceso inician sesión sin contraseña, y una contraseña nueva no las anula: ${passkeys.join(', ')}. Quita en los ajustes las que no reconozcas.`,
        ]
      : [];
  return [...(named.length > 0 ? [heading, ...named] : []), ...kept];
}

/** Texts of every mail, in Spanish. */
export const ES: MailTexts = {
  locale: 'es-ES',
  ribbon: 'Red de pruebas: los tokens no tienen valor',
  unknownAddress: 'una dirección desconocida',
  unknownProgram: 'un programa desconocido',
  footerFirstSnapshot: (digest) => `Primera instantánea de sus libros: ${digest}`,

  signUpCode: ({ code }) => ({
    subject: 'Tu código de Glasspool',
    paragraphs: [
      `Tu código es ${code}. Caduca en 10 minutos y sustituye a cualquier código anterior.`,
      'Si no lo pediste, ignora este mensaje: sin el código no pasa nada.',
    ],
  }),
  accountExists: () => ({
    subject: 'Ya tienes una cuenta de Glasspool',
    paragraphs: [
      'Alguien pidió un código de registro para este correo, que ya tiene una cuenta.',
      'Si fuiste tú, inicia sesión o restablece tu contraseña desde la página de acceso. Si no, ignora este mensaje.',
    ],
  }),
  staffInvited: ({ role, link }) => ({
    subject: 'Tu acceso a la administración de Glasspool',
    paragraphs: [
      `Se te invitó como ${role}. Para elegir una contraseña, abre ${link}`,
      'El enlace sirve una vez y caduca en 24 horas. Después, pide otro en «¿Olvidaste tu contraseña?». Si no esperas este correo, ignóralo.',
    ],
  }),
  accountClosed: () => ({
    subject: 'Tu cuenta de Glasspool está cerrada',
    paragraphs: [
      'Tu cuenta se cerró en los ajustes. No envíes nada a sus direcciones de depósito.',
      'Su historial permanece en los libros con un número que no se publica. Para reabrir la cuenta, escribe a soporte desde este correo.',
    ],
  }),
  emailChanged: ({ newEmail }) => ({
    subject: 'Se cambió el correo de tu cuenta de Glasspool',
    paragraphs: [
      newEmail === undefined
        ? 'A partir de ahora inicias sesión con este correo.'
        : `A partir de ahora inicias sesión con ${newEmail}. Si no fuiste tú, escribe a soporte de inmediato.`,
      'Se cerraron todas las sesiones.',
    ],
  }),
  newSignIn: ({ time, ipAddress, program }) => ({
    subject: 'Un nuevo inicio de sesión en tu cuenta de Glasspool',
    paragraphs: [
      `Alguien inició sesión en tu cuenta el ${time} desde ${ipAddress} con ${program}. Si fuiste tú, no hay nada que hacer. Si no, cambia tu contraseña ahora. Eso cierra todas las demás sesiones.`,
    ],
  }),
  passwordChanged: () => ({
    subject: 'Se cambió tu contraseña de Glasspool',
    paragraphs: [
      'Tu contraseña se cambió en los ajustes y se cerraron todas las demás sesiones. Si no fuiste tú, restablécela ahora.',
    ],
  }),
  passwordReset: ({ access, isEnded }) => ({
    subject: 'Se cambió tu contraseña de Glasspool',
    paragraphs: [
      'Tu contraseña se cambió y se cerraron todas las sesiones. Si no fuiste tú, restablécela otra vez ahora.',
      ...listRemaining(access, isEnded),
    ],
  }),
  passwordResetLink: ({ link }) => ({
    subject: 'Restablece tu contraseña de Glasspool',
    paragraphs: [
      `Para elegir una contraseña nueva, abre ${link}`,
      'El enlace sirve una vez y caduca en 30 minutos. Si no lo pediste, ignora este mensaje.',
    ],
  }),
  passwordKnown: ({ tries, minutes }) => ({
    subject: 'Alguien tiene tu contraseña de Glasspool',
    paragraphs: [
      `La contraseña correcta de tu cuenta se introdujo ${tries} veces, cada vez con un código de dos pasos incorrecto. Si no fuiste tú, otra persona conoce tu contraseña: restablécela ahora.`,
      `Los códigos de dispositivos nuevos para tu cuenta se rechazan durante ${minutes} minutos. Los dispositivos con los que ya iniciaste sesión no se ven afectados.`,
    ],
  }),
  factorChanged: ({ change, name }) => ({
    subject: 'Autenticación en dos pasos de tu cuenta de Glasspool',
    paragraphs: [
      `${FACTOR_CHANGES[change]} ${IF_NOT_YOU}`,
      ...(name === undefined ? [] : [`Su nombre: ${name}.`]),
    ],
  }),
  passkeyCopied: ({ name }) => ({
    subject: 'Se copió una llave de acceso de tu cuenta de Glasspool',
    paragraphs: [
      `El contador de usos de la llave de acceso ${name} retrocedió, así que existen dos copias. Se rechaza desde ahora, también en tu dispositivo.`,
      'Inicia sesión con tu contraseña y un código de recuperación o tu aplicación de autenticación, quita esta llave de acceso y cambia tu contraseña.',
    ],
  }),
  apiKeyCreated: ({ name, canWithdraw }) => ({
    subject: 'Una nueva clave de API para tu cuenta de Glasspool',
    paragraphs: [
      `Se creó una clave de API llamada ${name} para tu cuenta. ${canWithdraw ? 'Puede leer, y retirar a tu lista de direcciones permitidas' : 'Solo puede leer'}. Si no fuiste tú, revócala en los ajustes y cambia tu contraseña.`,
    ],
  }),
  webhookCreated: ({ url }) => ({
    subject: 'Un nuevo webhook para tu cuenta de Glasspool',
    paragraphs: [
      `Los eventos de tu cuenta se envían ahora a ${url}. Si no fuiste tú, quita el webhook en los ajustes y cambia tu contraseña.`,
    ],
  }),
  addressListed: ({ address, currency, time }) => ({
    subject: 'Una dirección nueva en tu lista de Glasspool',
    paragraphs: [
      `${address} (${currency}) se añadió a tu lista de direcciones permitidas. Se puede pagar a partir del ${time}. Si no fuiste tú, cambia tu contraseña ahora y quita la dirección.`,
    ],
  }),
  allowlistSet: ({ offAt }) => ({
    subject: 'Tu lista de direcciones permitidas de Glasspool',
    paragraphs: [
      offAt === undefined
        ? 'La lista de direcciones permitidas está activa: los retiros de tu cuenta solo van a direcciones de la lista.'
        : `La lista de direcciones permitidas se desactivó. A partir del ${offAt}, los retiros de tu cuenta pueden ir a cualquier dirección. Si no fuiste tú, actívala de nuevo en los ajustes y cambia tu contraseña ahora.`,
    ],
  }),
  depositCredited: ({ amount, currency }) => ({
    subject: 'Tu depósito está acreditado',
    paragraphs: [`${amount} ${currency} llegaron y son definitivos. Están en tu saldo.`],
  }),
  depositAttributed: ({ amount, currency, txHash }) => ({
    subject: 'Tu depósito está acreditado',
    paragraphs: [
      `${amount} ${currency} que el pool recibió (${txHash}) se identificaron como tuyos. Están en tu saldo.`,
    ],
  }),
  depositReversed: ({ amount, currency, txHash }) => ({
    subject: 'La red revirtió un depósito',
    paragraphs: [
      `Una reorganización eliminó el bloque con tu depósito de ${amount} ${currency} (${txHash}) después de que la red lo declarara definitivo. El pool ya no tiene estos tokens, y tu cuenta se los debe al pool hasta que la red vuelva a incluir la transferencia o deposites lo mismo. Hasta entonces, las inversiones hechas con ellos no generan recompensas. Escribe a soporte si necesitas ayuda.`,
    ],
  }),
  newPayee: ({ amount, currency, address }) => ({
    subject: 'Un retiro a una dirección nueva',
    paragraphs: [
      `Se pidió un retiro de ${amount} ${currency} a ${address}. Tu cuenta no ha pagado antes a esta dirección. Si no fuiste tú, cambia tu contraseña ahora y escribe a soporte.`,
    ],
  }),
  withdrawalConfirmed: ({ amount, currency, address }) => ({
    subject: 'Tu retiro está confirmado',
    paragraphs: [`${amount} ${currency} se enviaron a ${address}, y la red lo confirmó.`],
  }),
  withdrawalFailed: ({ amount, currency, reason }) => ({
    subject: 'Tu retiro falló',
    paragraphs: [`${amount} ${currency}: ${REASONS[reason]}`],
  }),
  withdrawalRejected: ({ amount, currency, reason }) => ({
    subject: 'Tu retiro fue rechazado',
    paragraphs: [`${amount} ${currency} han vuelto a tu saldo. Motivo: ${reason}`],
  }),
};
