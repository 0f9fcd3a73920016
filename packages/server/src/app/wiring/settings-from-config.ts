import type { VisitorRules } from '../../accounts/actor.js'
import type { Config } from '../../base/config.js'

/** Behind a proxy all connections come from it: they are not bounded by address. */
export const maxConnectionsPerAddress = ({ PROXY_HOPS, CONNECTIONS_PER_ADDRESS }: Config): number =>
  PROXY_HOPS > 0 ? 0 : CONNECTIONS_PER_ADDRESS

/** Requests a minute from the pages of one network: 20 currencies at up to 15 each. Programs have the limit of their plan. */
const pageRequestsPerMinute = 300

export const visitorRulesOf = ({ PLANS, VISITOR_PLAN, PUBLIC_PAGES }: Config): VisitorRules => ({
  allowance: {
    plan: VISITOR_PLAN,
    limits: { ...PLANS[VISITOR_PLAN], requestsPerMinute: pageRequestsPerMinute, streams: 2 },
  },
  mayRead: PUBLIC_PAGES === 'on',
})
