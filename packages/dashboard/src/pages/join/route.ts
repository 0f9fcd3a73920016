import { defineRoute } from '../../routes/route.js'

export const joinRoute = defineRoute('/join', {})
