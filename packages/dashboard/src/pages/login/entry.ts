import { ownAddress } from '../../routes/own-address.js'
import { defineRoute } from '../../routes/route.js'
import { definePage } from '../page.js'

export const loginRoute = defineRoute('/login', { next: ownAddress('/dev') })

export const loginPage = definePage({
  route: loginRoute,
  load: async () => (await import('./login.js')).LogIn,
  words: ['people'],
  hasSecret: true,
})
