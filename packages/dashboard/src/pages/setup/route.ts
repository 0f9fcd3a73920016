import { defineRoute } from '../../routes/route.js'

export const setupRoute = defineRoute('/setup', {})
