import {
  createRule,
  deleteRule,
  type EndpointName,
  getRule,
  listRules,
  mostRules,
  priceRule,
  toRulePriceResponse,
  toRuleResponse,
  updateRule,
} from '@p2p-rates/contract'
import { accountOf } from '../../accounts/actor.js'
import type { RuleService } from '../../market/price-rules/rule-service.js'
import { handle, type ImplementationsOf } from '../route-handler.js'

export function ruleEndpoints(rules: RuleService): ImplementationsOf<Extract<EndpointName, `rules.${string}`>> {
  return {
    'rules.list': handle(listRules, async ({ actor }) => ({
      answer: { rules: (await rules.list(accountOf(actor).id)).map(toRuleResponse), limit: mostRules },
    })),
    'rules.create': handle(createRule, async ({ body, actor }) => ({
      answer: toRuleResponse(await rules.create(accountOf(actor), body)),
    })),
    'rules.get': handle(getRule, async ({ params, actor }) => ({
      answer: toRuleResponse(await rules.get(accountOf(actor).id, params.id)),
    })),
    'rules.update': handle(updateRule, async ({ params, body, actor }) => ({
      answer: toRuleResponse(await rules.update(accountOf(actor), params.id, body)),
    })),
    'rules.delete': handle(deleteRule, async ({ params, actor }) => {
      await rules.delete(accountOf(actor).id, params.id)
      return { nothing: true }
    }),
    'rules.price': handle(priceRule, async ({ params, actor }) => ({
      answer: toRulePriceResponse(await rules.price(accountOf(actor).id, params.id)),
    })),
  }
}
