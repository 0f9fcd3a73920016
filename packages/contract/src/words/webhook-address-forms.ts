type AddressForm = { readonly pattern: RegExp; readonly name: string; readonly example: string }

/** Kinds of inboxes whose service has one form of address. A plain http address, for private receivers, has none. */
export const webhookAddressForms: Readonly<Record<'discord' | 'slack', AddressForm>> = {
  discord: {
    pattern: /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/./i,
    name: 'Discord',
    example: 'https://discord.com/api/webhooks/ID/TOKEN',
  },
  slack: {
    pattern: /^https:\/\/hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/./i,
    name: 'Slack',
    example: 'https://hooks.slack.com/services/T.../B.../TOKEN',
  },
}

/** The form that an address of this kind has to have and lacks; null if it is well formed, or any form will do. */
export function missingForm(kind: unknown, address: string): AddressForm | null {
  if ((kind !== 'discord' && kind !== 'slack') || /^http:/i.test(address)) return null
  const form = webhookAddressForms[kind]
  return form.pattern.test(address) ? null : form
}
