import type { Quote } from '@p2p-rates/contract'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import { UntrustedText } from '../parts/untrusted-text.js'
import { useServices } from '../services-context.js'
import { amountText } from './usdt-and-fiat-amounts.js'

type Plan = Quote['plans'][number]

type PlanChoiceProps = { readonly quote: Quote; readonly shown: Plan; readonly onShow: (plan: Plan) => void }

export function TradePlanChoice({ quote, shown, onShow }: PlanChoiceProps) {
  const { numbers, t } = useServices()
  const { plans } = quote
  return (
    <div class="stack not-printed">
      <ul aria-label={t('quote.plans')}>
        {plans.map((plan) => (
          <li key={plans.indexOf(plan)}>
            <button type="button" class="plan" aria-pressed={plan === shown} onClick={() => onShow(plan)}>
              <b>{t('count.trades', { n: plan.trades })}</b> <PlanText quote={quote} plan={plan} />
            </button>
          </li>
        ))}
      </ul>
      {plans.length > 1 && (
        <p class="small quiet">{t('quote.plan.worth', { worth: numbers.grouped(quote.trade_worth_usdt) })}</p>
      )}
    </div>
  )
}

function PlanText({ quote, plan }: { readonly quote: Quote; readonly plan: Plan }) {
  const { numbers, t, tRich } = useServices()
  const { side, fiat, amount, plans } = quote
  const [simplest = plan] = plans
  const inFiat = amount === null
  const isPaid = (side === 'BUY') === inFiat
  const sumOf = ({ total_fiat: paid, total_usdt: got }: Plan): number => (inFiat ? paid : got)
  const [fill] = plan.fills
  const place =
    plan.exchanges.length === 1
      ? t('quote.plan.on_one', { exchange: exchangeName(plan.exchanges[0] ?? '') })
      : t('quote.plan.on_several', { n: plan.exchanges.length })
  const sum = amountText(sumOf(plan), inFiat ? 'fiat' : 'usdt', fiat, numbers)
  const difference = numbers.difference(Math.abs(sumOf(plan) - sumOf(simplest)))
  return (
    <>
      {plan !== simplest
        ? t(isPaid ? 'quote.plan.saves' : 'quote.plan.gains', { sum: difference, place })
        : plan.trades > 1 || fill === undefined
          ? t('quote.plan.many', { sum, place })
          : tRich(isPaid ? 'quote.plan.paid' : 'quote.plan.got', {
              sum,
              who: <UntrustedText text={fill.nickname} />,
              place,
            })}
      {plan.transfer_usdt > 0 && t('quote.plan.move', { fee: numbers.grouped(plan.transfer_usdt) })}
    </>
  )
}
