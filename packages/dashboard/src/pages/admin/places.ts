import type { FirstAnswer } from '@p2p-rates/contract'
import type { Router } from '../../routes/router.js'

const places = [
  { href: '/admin/accounts', word: 'admin.accounts' },
  { href: '/admin/invites', word: 'admin.invites' },
  { href: '/admin/plans', word: 'admin.plans' },
  { href: '/admin/sources', word: 'admin.sources' },
] as const

export const adminPlaces = ({ account }: Pick<FirstAnswer, 'account'>, router: Pick<Router, 'knows'>) =>
  account?.is_admin === true ? places.filter(({ href }) => router.knows(href)) : []
