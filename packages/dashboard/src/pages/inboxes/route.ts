import { defineRoute } from '../../routes/route.js'
import { textField } from '../../routes/url-fields.js'

export const confirmRoute = defineRoute('/confirm', {})

export const stopRoute = defineRoute('/stop/{id}', { id: textField(64) })
