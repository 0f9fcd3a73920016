import type { FormulaPrice, PriceRule, RulePrice } from '@p2p-rates/contract'
import type { ComponentChild } from 'preact'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Age } from '../../parts/age.js'
import { Shape } from '../../parts/icon.js'
import { useServices } from '../../services-context.js'

export type FormulaParts = {
  readonly [Part in 'base' | 'n' | 'amount' | 'offset_pct' | 'offset' | 'step' | 'rounding']?:
    | PriceRule[Part]
    | undefined
}
type PriceToShow = FormulaPrice & Partial<Pick<RulePrice, 'last_good' | 'stale_since'>>

export function CurrentPriceValue({ price }: { readonly price: PriceToShow }) {
  const { t, tRich, findText, lang } = useServices()
  const write = usePrices(price.fiat)
  const { value, as_of, reason, last_good = null, stale_since = null } = price
  const why = reason === null ? null : (findText(`rules.reason.${reason}`) ?? reason.replaceAll('_', ' '))
  const { full } = createTimes(lang, 'local')
  if (value === null)
    return (
      <>
        <b>—</b>
        <span class="under quiet small">
          {why}
          {last_good !== null && [
            ' ',
            tRich('rules.now.was', {
              value: <b>{write(last_good.value)}</b>,
              age: <Age atMs={Date.parse(last_good.as_of)} />,
            }),
          ]}
        </span>
      </>
    )
  return (
    <>
      <b class="nowrap">
        {write(value)} {price.fiat}
      </b>
      {stale_since === null ? (
        <span class="under quiet small">{as_of !== null && <Age atMs={Date.parse(as_of)} />}</span>
      ) : (
        <span class="under small">
          <Shape name="stale" /> {tRich('rules.now.stale', { age: <Age atMs={Date.parse(stale_since)} /> })} {why}{' '}
          {last_good !== null && t('rules.now.stands', { time: full(Date.parse(last_good.valid_until_at)) })}
        </span>
      )}
    </>
  )
}

export function PriceSteps({ price, formula }: { readonly price: PriceToShow; readonly formula: FormulaParts }) {
  const { numbers, translator, t, tRich, findText } = useServices()
  const write = usePrices(price.fiat)
  const { basis, steps } = price
  if (steps.length === 0) return null
  const moved = (by: number, unit: string): ComponentChild =>
    t(by < 0 ? 'rules.step.off' : 'rules.step.on_top', { by: `${numbers.derived(Math.abs(by))}${unit}` })
  const inWords: Readonly<Record<string, () => ComponentChild>> = {
    base: () => baseWords(translator, numbers, formula, price.fiat),
    offset_pct: () => moved(formula.offset_pct ?? 0, '\u00a0%'),
    offset: () => moved(formula.offset ?? 0, `\u00a0${price.fiat}`),
    rounding: () =>
      `${findText(`rules.step.rounding.${formula.rounding}`) ?? t('rules.step.rounding.nearest')}${
        formula.step == null ? '' : ` ${t('rules.step.multiple', { step: numbers.derived(formula.step) })}`
      }`,
    floor: () => t('rules.step.floor'),
    ceiling: () => t('rules.step.ceiling'),
  }
  return (
    <ol class="price-steps">
      {steps.map(({ step, price: became }) => (
        <li key={step}>
          <span>
            {inWords[step]?.() ?? step.replaceAll('_', ' ')}
            {step === 'base' && basis !== null && basis.exchanges.length > 0 && (
              <span class="under quiet small">
                {tRich('rules.step.where', {
                  exchanges: basis.exchanges.map(exchangeName).join(', '),
                  ads: t('count.ads', { n: basis.ads }),
                })}
              </span>
            )}
          </span>
          <b class="nowrap">{write(became)}</b>
        </li>
      ))}
    </ol>
  )
}

type Services = ReturnType<typeof useServices>

function baseWords(
  { t, findText }: Services['translator'],
  numbers: Services['numbers'],
  { base = 'best', n, amount }: FormulaParts,
  fiat: string,
): string {
  if (base === 'nth') return t('rules.base.nth_is', { n: n ?? 1 })
  if (base === 'size') return t('rules.base.size_is', { amount: numbers.grouped(amount ?? 0), fiat })
  return findText(`rules.base.${base}`) ?? base
}

function usePrices(fiat: string): (value: number) => string {
  const { numbers } = useServices()
  return (value) => numbers.price(value, decimalsOf([value], fiat))
}
