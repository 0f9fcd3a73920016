import { defineRoute } from '../../routes/route.js'

export const resetRoute = defineRoute('/reset', {})
