import { defineRoute } from '../../routes/route.js'
import { flagField, textField } from '../../routes/url-fields.js'
import { definePage } from '../define-page.js'

const shared = { needsAccount: true, within: 'nav.dev', words: ['dev', 'rules'] } as const

export const rulesPage = definePage({
  ...shared,
  route: defineRoute('/dev/rules', {}),
  load: async () => (await import('./rules.js')).Rules,
})

export const newRuleRoute = defineRoute('/dev/rules/new', {})

export const newRulePage = definePage({
  ...shared,
  route: newRuleRoute,
  load: async () => (await import('./new-rule.js')).NewRule,
})

export const boardsRoute = defineRoute('/dev/boards', { new: flagField })

export const boardsPage = definePage({
  ...shared,
  route: boardsRoute,
  load: async () => (await import('./boards/boards-page.js')).BoardsPage,
  words: ['boards', 'dev', 'rules'],
})

export const ruleRoute = defineRoute('/dev/rules/{id}', { id: textField(64) })

export const rulePage = definePage({
  ...shared,
  route: ruleRoute,
  load: async () => (await import('./one-rule.js')).OneRule,
})
