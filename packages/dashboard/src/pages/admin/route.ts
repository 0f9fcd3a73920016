import { defineRoute } from '../../routes/route.js'

/** The search text stays out of the URL, because it may be a personal name. */
export const adminAccountsRoute = defineRoute('/admin/accounts', {})
export const adminInvitesRoute = defineRoute('/admin/invites', {})
export const adminPlansRoute = defineRoute('/admin/plans', {})
export const adminSourcesRoute = defineRoute('/admin/sources', {})
