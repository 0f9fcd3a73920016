import { defineRoute } from '../../routes/route.js'
import { flagField, textField } from '../../routes/url-fields.js'

export const rulesRoute = defineRoute('/dev/rules', {})

export const newRuleRoute = defineRoute('/dev/rules/new', {})

export const boardsRoute = defineRoute('/dev/boards', { new: flagField })

export const ruleRoute = defineRoute('/dev/rules/{id}', { id: textField(64) })
