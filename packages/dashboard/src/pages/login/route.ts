import { defineRoute } from '../../routes/route.js'
import { sameOriginPath } from '../../routes/same-origin-path.js'

export const loginRoute = defineRoute('/login', { next: sameOriginPath('/dev') })
