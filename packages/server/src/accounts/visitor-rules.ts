import type { Config } from '../base/config.js'
import type { VisitorRules } from './actor.js'

/** Requests a minute from the pages of one network: 20 currencies at up to 15 each. Programs have the limit of their plan. */
const pageRequestsPerMinute = 300

export const visitorRulesOf = ({
  PLANS,
  VISITOR_PLAN,
  PUBLIC_PAGES,
}: Pick<Config, 'PLANS' | 'VISITOR_PLAN' | 'PUBLIC_PAGES'>): VisitorRules => ({
  allowance: {
    plan: VISITOR_PLAN,
    limits: { ...PLANS[VISITOR_PLAN], requestsPerMinute: pageRequestsPerMinute, streams: 2 },
  },
  mayRead: PUBLIC_PAGES === 'on',
})
