import type { BootstrapData } from '@p2p-rates/contract'
import type { Router } from '../../routes/router.js'

const navItems = [
  { href: '/admin/accounts', word: 'admin.accounts' },
  { href: '/admin/invites', word: 'admin.invites' },
  { href: '/admin/plans', word: 'admin.plans' },
  { href: '/admin/sources', word: 'admin.sources' },
] as const

export const adminNavItems = ({ account }: Pick<BootstrapData, 'account'>, router: Pick<Router, 'hasPage'>) =>
  account?.is_admin === true ? navItems.filter(({ href }) => router.hasPage(href)) : []
