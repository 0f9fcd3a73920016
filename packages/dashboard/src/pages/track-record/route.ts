import { defineRoute } from '../../routes/route.js'

export const trackRecordRoute = defineRoute('/track-record', {})
