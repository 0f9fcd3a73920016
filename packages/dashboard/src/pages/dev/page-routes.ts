import { defineRoute } from '../../routes/route.js'
import { flagField, textField } from '../../routes/url-fields.js'
import { definePage } from '../define-page.js'

const shared = { needsAccount: true, within: 'nav.dev', words: ['dev'] } as const

export const devPage = definePage({
  route: defineRoute('/dev', {}),
  load: async () => (await import('./overview.js')).Overview,
  words: ['dev'],
  section: { word: 'nav.dev', icon: 'dev', key: 'k', keyGoes: { word: 'nav.keys', address: '/dev/keys' } },
  needsAccount: true,
})

export const keysRoute = defineRoute('/dev/keys', { new: flagField })

export const keysPage = definePage({
  ...shared,
  route: keysRoute,
  load: async () => (await import('./keys.js')).Keys,
})

/** Without a month it is the running one; without a key or an endpoint, all of them. */
export const usageRoute = defineRoute('/dev/usage', {
  month: { ...textField(7), read: (text: string) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : null) },
  key: { ...textField(12), read: (text: string) => (/^p2p_[\w-]{1,8}$/.test(text) ? text : null) },
  endpoint: { ...textField(40), read: (text: string) => (/^[a-z.-]{1,40}$/.test(text) ? text : null) },
})

export const usagePage = definePage({
  ...shared,
  route: usageRoute,
  load: async () => (await import('./usage.js')).Usage,
})

export const accountPage = definePage({
  ...shared,
  route: defineRoute('/dev/account', {}),
  load: async () => (await import('./account.js')).Account,
  words: ['account', 'dev', 'people'],
})
