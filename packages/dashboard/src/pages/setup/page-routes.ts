import { defineRoute } from '../../routes/route.js'
import { definePage } from '../define-page.js'

export const setupPage = definePage({
  route: defineRoute('/setup', {}),
  load: async () => (await import('./setup.js')).Setup,
  words: ['account', 'dev', 'people'],
  hasSecret: true,
})
