import { defineRoute } from '../../routes/route.js'
import { definePage } from '../define-page.js'

export const joinPage = definePage({
  route: defineRoute('/join', {}),
  load: async () => (await import('./join.js')).Join,
  words: ['people'],
  hasSecret: true,
})
