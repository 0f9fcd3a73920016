import { defineRoute } from '../../routes/route.js'
import { sameOriginPath } from '../../routes/same-origin-path.js'
import { definePage } from '../define-page.js'

export const loginRoute = defineRoute('/login', { next: sameOriginPath('/dev') })

export const loginPage = definePage({
  route: loginRoute,
  load: async () => (await import('./login.js')).LogIn,
  words: ['people'],
  hasSecret: true,
})
