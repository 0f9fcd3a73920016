import { defineRoute } from '../../routes/route.js'
import { flagField, textField } from '../../routes/url-fields.js'

export const devRoute = defineRoute('/dev', {})
export const accountRoute = defineRoute('/dev/account', {})

export const keysRoute = defineRoute('/dev/keys', { new: flagField })

/** Without a month it is the running one; without a key or an endpoint, all of them. */
export const usageRoute = defineRoute('/dev/usage', {
  month: { ...textField(7), read: (text: string) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : null) },
  key: { ...textField(12), read: (text: string) => (/^p2p_[\w-]{1,8}$/.test(text) ? text : null) },
  endpoint: { ...textField(40), read: (text: string) => (/^[a-z.-]{1,40}$/.test(text) ? text : null) },
})
