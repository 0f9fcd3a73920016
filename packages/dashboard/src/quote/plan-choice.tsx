import type { Quote } from '@p2p-rates/contract'
import { exchangeName } from '../listed/names.js'
import { Stranger } from '../parts/stranger.js'
import { useServices } from '../services.js'
import { moneyText, usdtText } from './money.js'

type Plan = Quote['plans'][number]

type PlanChoiceProps = {
  readonly quote: Quote
  /** The plan whose trades are shown. */
  readonly shown: Plan
  readonly onShow: (plan: Plan) => void
}

/** The simplest way first, then what more trades and exchanges add. A click shows the trades of a plan. */
export function PlanChoice({ quote, shown, onShow }: PlanChoiceProps) {
  const { speech, numbers } = useServices()
  const { say } = speech
  const { plans } = quote
  return (
    <div class="plans">
      <ul aria-label={say('quote.plans')}>
        {plans.map((plan) => (
          <li key={plans.indexOf(plan)}>
            <button type="button" aria-pressed={plan === shown} onClick={() => onShow(plan)}>
              <b>{say('count.trades', { n: plan.trades })}</b> <PlanText quote={quote} plan={plan} />
            </button>
          </li>
        ))}
      </ul>
      {plans.length > 1 && (
        <p class="small quiet">{say('quote.plan.worth', { worth: numbers.grouped(quote.trade_worth_usdt) })}</p>
      )}
    </div>
  )
}

function PlanText({ quote, plan }: { readonly quote: Quote; readonly plan: Plan }) {
  const { speech, numbers } = useServices()
  const { say, show } = speech
  const { side, fiat, amount, plans } = quote
  const [simplest = plan] = plans
  const inFiat = amount === null
  const isPaid = (side === 'BUY') === inFiat
  const sumOf = ({ total_fiat: paid, total_usdt: got }: Plan): number => (inFiat ? paid : got)
  const [fill] = plan.fills
  const place =
    plan.exchanges.length === 1
      ? say('quote.plan.on_one', { exchange: exchangeName(plan.exchanges[0] ?? '') })
      : say('quote.plan.on_several', { n: plan.exchanges.length })
  const sum = inFiat ? `${moneyText(sumOf(plan), fiat, numbers)} ${fiat}` : usdtText(sumOf(plan), numbers)
  const difference = numbers.difference(Math.abs(sumOf(plan) - sumOf(simplest)))
  return (
    <>
      {plan !== simplest
        ? say(isPaid ? 'quote.plan.saves' : 'quote.plan.gains', { sum: difference, place })
        : plan.trades > 1 || fill === undefined
          ? say('quote.plan.many', { sum, place })
          : show(isPaid ? 'quote.plan.paid' : 'quote.plan.got', {
              sum,
              who: <Stranger text={fill.nickname} />,
              place,
            })}
      {plan.transfer_usdt > 0 && say('quote.plan.move', { fee: numbers.grouped(plan.transfer_usdt) })}
    </>
  )
}
