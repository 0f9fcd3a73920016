import { defineRoute } from '../../routes/route.js'
import { definePage } from '../define-page.js'

/** The search text stays out of the URL, because it may be a personal name. */
export const adminAccountsPage = definePage({
  route: defineRoute('/admin/accounts', {}),
  load: async () => (await import('./accounts.js')).AdminAccounts,
  words: ['account', 'dev'],
  needsAccount: true,
})

export const adminInvitesPage = definePage({
  route: defineRoute('/admin/invites', {}),
  load: async () => (await import('./invites.js')).AdminInvites,
  words: ['account', 'dev'],
  needsAccount: true,
})

export const adminPlansPage = definePage({
  route: defineRoute('/admin/plans', {}),
  load: async () => (await import('./plans.js')).AdminPlans,
  words: ['account'],
  needsAccount: true,
})

export const adminSourcesPage = definePage({
  route: defineRoute('/admin/sources', {}),
  load: async () => (await import('./sources.js')).AdminSources,
  words: ['account'],
  needsAccount: true,
})
