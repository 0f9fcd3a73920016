import { defineRoute } from '../../routes/route.js'
import { textField } from '../../routes/url-fields.js'
import { definePage } from '../define-page.js'

export const confirmPage = definePage({
  route: defineRoute('/confirm', {}),
  load: async () => (await import('./confirm.js')).Confirm,
  words: ['people'],
  hasSecret: true,
})

export const stopRoute = defineRoute('/stop/{id}', { id: textField(64) })

export const stopPage = definePage({
  route: stopRoute,
  load: async () => (await import('./stop-alerts.js')).StopAlerts,
  words: ['people'],
})
