import {
  createRule,
  deleteRule,
  type EndpointName,
  getRule,
  listRules,
  mostRules,
  presentRule,
  presentRulePrice,
  priceRule,
  updateRule,
} from '@p2p-rates/contract'
import { accountOf } from '../accounts/actor.js'
import { type ImplementationsOf, implement } from '../http/implement.js'
import type { RuleRoom } from '../rules/rule-room.js'

export function ruleEndpoints(rules: RuleRoom): ImplementationsOf<Extract<EndpointName, `rules.${string}`>> {
  return {
    'rules.list': implement(listRules, async ({ actor }) => ({
      answer: { rules: (await rules.list(accountOf(actor).id)).map(presentRule), limit: mostRules },
    })),
    'rules.create': implement(createRule, async ({ body, actor }) => ({
      answer: presentRule(await rules.create(accountOf(actor), body)),
    })),
    'rules.get': implement(getRule, async ({ params, actor }) => ({
      answer: presentRule(await rules.get(accountOf(actor).id, params.id)),
    })),
    'rules.update': implement(updateRule, async ({ params, body, actor }) => ({
      answer: presentRule(await rules.update(accountOf(actor), params.id, body)),
    })),
    'rules.delete': implement(deleteRule, async ({ params, actor }) => {
      await rules.delete(accountOf(actor).id, params.id)
      return { nothing: true }
    }),
    'rules.price': implement(priceRule, async ({ params, actor }) => ({
      answer: presentRulePrice(await rules.price(accountOf(actor).id, params.id)),
    })),
  }
}
