import { defineRoute } from '../../routes/route.js'
import { definePage } from '../define-page.js'

export const resetPage = definePage({
  route: defineRoute('/reset', {}),
  load: async () => (await import('./reset.js')).Reset,
  words: ['people'],
  hasSecret: true,
})
