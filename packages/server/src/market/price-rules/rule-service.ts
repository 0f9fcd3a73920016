import {
  mostRules,
  newRule,
  type RulePriceInput,
  ruleViolations,
  type ValuesOf,
  withPresets,
} from '@p2p-rates/contract'
import { type Fiat, type FormulaPrice, formulaPrice, type NoFormulaPriceReason, type TrustRules } from '@p2p-rates/core'
import type { LiveAccount } from '../../accounts/actor.js'
import { randomText } from '../../accounts/tokens.js'
import { ApiError } from '../../base/errors/api-error.js'
import type { Clock } from '../../base/time/clock.js'
import { createJudgedMarkets } from '../market-data.js'
import type { MarketSnapshot } from '../market-snapshot.js'
import { formulaOfRule, type LastKnownPrice, type RuleStore, type SavedRule } from './rule-store.js'

type NewRuleValues = ValuesOf<typeof newRule>
type ChangeValues = Readonly<Record<string, unknown>>

export function createRuleService(ports: {
  readonly store: RuleStore
  readonly snapshot: (fiat: Fiat) => MarketSnapshot | null
  readonly priceRule: PriceRule
  readonly clock: Clock
}) {
  const { store, snapshot, priceRule, clock } = ports
  const get = async (accountId: string, ruleId: string): Promise<SavedRule> => {
    const rule = await store.find(ruleId)
    if (rule?.accountId !== accountId) throw noSuchRule()
    return rule
  }

  const price = async (rule: SavedRule): Promise<RulePriceInput> => {
    const market = snapshot(rule.fiat)
    const made = market === null ? ({ reason: 'no_data' } as const) : priceRule(rule, market)
    // A fresh price needs no read from the database.
    const kept = 'reason' in made ? await store.findLastKnownPrice(rule) : null
    return { rule, formula: formulaOfRule(rule), made, lastGood: kept?.price ?? null, nowMs: clock.wallMs() }
  }

  /** Stores the price that the shown market gives a new formula, before any client sees it. */
  const savePriceShownNow = async (rule: SavedRule): Promise<void> => {
    const market = snapshot(rule.fiat)
    const value = market === null ? null : lastKnownPriceOf(priceRule, rule, market)
    if (value !== null) await store.saveLastKnownPrices([value])
  }

  return {
    list: (accountId: string): Promise<readonly SavedRule[]> => store.list(accountId),
    get,

    create: async ({ id: accountId }: LiveAccount, values: NewRuleValues): Promise<SavedRule> => {
      const rule: SavedRule = {
        id: `ru_${randomText(22)}`,
        accountId,
        ...partsOf(values),
        revision: 1,
        createdAtMs: clock.wallMs(),
      }
      if (!(await store.create(rule, mostRules)))
        throw new ApiError({ code: 'rule_limit', message: `An account may have ${mostRules} rules.` })
      await savePriceShownNow(rule)
      return rule
    },

    update: async ({ id: accountId }: LiveAccount, ruleId: string, change: ChangeValues): Promise<SavedRule> => {
      const changed = await store.change(ruleId, (now) => {
        if (now.accountId !== accountId) throw noSuchRule()
        const parts = partsOf(changedValues(now, change))
        return { ...now, ...parts, revision: isSameFormula(parts, now) ? now.revision : now.revision + 1 }
      })
      if (changed === null) throw noSuchRule()
      await savePriceShownNow(changed)
      return changed
    },

    delete: async (accountId: string, ruleId: string): Promise<void> => {
      if (!(await store.delete(accountId, ruleId))) throw noSuchRule()
    },

    /** In the given order, without rules that are deleted or belong to another account. */
    pricesOf: async (accountId: string, ruleIds: readonly string[]): Promise<readonly RulePriceInput[]> => {
      const saved = new Map((await store.list(accountId)).map((rule) => [rule.id, rule]))
      const wanted = ruleIds.map((id) => saved.get(id)).filter((rule) => rule !== undefined)
      return Promise.all(wanted.map(price))
    },
    price: async (accountId: string, ruleId: string): Promise<RulePriceInput> => price(await get(accountId, ruleId)),
  }
}

export type RuleService = ReturnType<typeof createRuleService>

const noSuchRule = () => new ApiError({ code: 'not_found', message: 'There is no such rule.' })

function partsOf({ name, last_good_seconds: lastGoodSeconds, ...fields }: NewRuleValues) {
  const { fiat } = fields
  return { name, fiat, lastGoodSeconds, fields: withoutGaps(fields) }
}

const isSameFormula = (one: Pick<SavedRule, 'fiat' | 'fields'>, other: Pick<SavedRule, 'fiat' | 'fields'>): boolean =>
  one.fiat === other.fiat && JSON.stringify(formulaOfRule(one)) === JSON.stringify(formulaOfRule(other))

/** Drops undefined fields, as the database does. */
export const withoutGaps = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Rejects only problems caused by this change. Existing ones may come from an earlier release or a higher plan. */
function changedValues({ name, lastGoodSeconds, fields }: SavedRule, change: ChangeValues): NewRuleValues {
  const before = { name, ...fields, last_good_seconds: lastGoodSeconds }
  const after = withChange(before, change)
  const known = new Set(ruleViolations(newRule, before).map(({ message }) => message))
  const objection = ruleViolations(newRule, after).find(({ message }) => !known.has(message))
  if (objection !== undefined) throw new ApiError(objection)
  return after
}

/** Safe: an endpoint has parsed each of these values. */
const withChange = (before: ChangeValues, change: ChangeValues): NewRuleValues =>
  withoutGaps({ ...before, ...withPresets(newRule, withoutGaps(change)) }) as NewRuleValues

/** Prices a rule from one snapshot. Deterministic, so the same on every replica. */
export type PriceRule = (
  rule: Pick<SavedRule, 'fields'>,
  snapshot: MarketSnapshot,
) => FormulaPrice | { readonly reason: NoFormulaPriceReason }

export function createPriceRule(rules: TrustRules): PriceRule {
  const judgedMarket = createJudgedMarkets(rules)
  return (rule, snapshot) => {
    const formula = formulaOfRule(rule)
    return formulaPrice(formula, judgedMarket(snapshot, formula.methods), rules)
  }
}

/** Called before the snapshot is published, so that every value ever shown survives a crash. */
export async function storeLastKnownPrices(
  priceRule: PriceRule,
  store: Pick<RuleStore, 'ofFiat' | 'saveLastKnownPrices'>,
  snapshot: MarketSnapshot,
): Promise<void> {
  const rules = await store.ofFiat(snapshot.fiat)
  await store.saveLastKnownPrices(rules.flatMap((rule) => lastKnownPriceOf(priceRule, rule, snapshot) ?? []))
}

function lastKnownPriceOf(priceRule: PriceRule, rule: SavedRule, snapshot: MarketSnapshot): LastKnownPrice | null {
  const price = priceRule(rule, snapshot)
  if ('reason' in price) return null
  const recorded = { ...price, confidence: price.confidence.level }
  return { ruleId: rule.id, revision: rule.revision, version: snapshot.version, price: recorded }
}
