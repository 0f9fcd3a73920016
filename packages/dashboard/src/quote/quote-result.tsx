import type { Quote } from '@p2p-rates/contract'
import type { ComponentChild } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { QueryState } from '../api/use-query.js'
import { decimalsOf } from '../formats/numbers.js'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import { safeAdUrl } from '../listed/safe-ad-url.js'
import { AdvertiserTrackRecord } from '../parts/advertiser-track-record.js'
import { Age } from '../parts/age.js'
import { ConfidenceReasons } from '../parts/confidence-reasons.js'
import { ErrorBanner } from '../parts/error-banner.js'
import { Icon } from '../parts/icon.js'
import { type Column, RecordTable } from '../parts/record-table.js'
import { Skeleton } from '../parts/skeleton.js'
import { UntrustedText } from '../parts/untrusted-text.js'
import { useCopy } from '../parts/use-copy.js'
import { useServices } from '../services-context.js'
import { AllExchangesHint } from './all-exchanges-hint.js'
import { requestedAmount as askedOf, compareAlternatives, quoteKind } from './quote-comparison.js'
import type { QuoteInputProps } from './quote-input.js'
import { quoteText } from './quote-text.js'
import { TradePlanChoice } from './trade-plan-choice.js'
import { UnfilledQuoteHint } from './unfilled-quote-hint.js'
import { moneyText, Usdt, usdtText } from './usdt-and-fiat-amounts.js'

type QuoteResultProps = QuoteInputProps & {
  readonly quoteState: QueryState<Quote>
  readonly pricesAtMs: number | null
  readonly isNarrow?: boolean
  readonly onShown?: () => void
}

/** The answer to the form. An older one stays, dimmed, until the new one is there. */
export function QuoteResult(props: QuoteResultProps) {
  const { quoteState, fiat, pricesAtMs, isNarrow = false, onShown } = props
  const { router, translator, t } = useServices()
  const copy = useCopy()
  const { answer: recommended, error, isOld } = quoteState
  const [choice, choose] = useState<PlanSelection | null>(null)
  const quote = recommended && withChosenPlan(recommended, choice)
  const isShown = quote !== null || error !== null
  useEffect(() => {
    if (isShown) onShown?.()
  }, [isShown])
  if (error !== null && (quote === null || error.code === 'invalid_parameter'))
    return (
      <ErrorBanner
        error={error}
        refetch={quoteState.refetch}
        facts={{ fiat, field: fieldOf(error.param, t), what: t('quote.title') }}
      />
    )
  if (recommended === null || quote === null) return <Skeleton width="70%" height="2.25rem" />

  const { plans } = recommended
  const shown = plans.find(({ fills }) => fills === quote.fills) ?? plans.find((plan) => plan.recommended)
  return (
    <div class={`quote-result ${isOld ? 'old' : ''}`} aria-busy={isOld}>
      <div class="lines deal">
        {shown !== undefined && (
          <TradePlanChoice
            quote={recommended}
            shown={shown}
            onShow={(plan) => choose({ quote: recommended, place: plans.indexOf(plan) })}
          />
        )}
        <QuoteHeadline quote={quote} />
        {quote.unfilled !== null && <UnfilledQuoteHint {...props} quote={quote} />}
        {quote.fills.length > 0 && <AllTrades quote={quote} isNarrow={isNarrow} />}
        <AllExchangesHint {...props} quote={recommended} />
        {quote.fills.length > 0 && <ConfidenceReasons {...quote.confidence} />}
      </div>
      <SingleExchangeQuotes quote={recommended} />
      <p class="legend small quiet beneath">
        <span>{t('quote.trusted_only')}</span>
        {pricesAtMs !== null && (
          <span>{translator.tRich('quote.prices_old', { age: <Age atMs={pricesAtMs} bare /> })}</span>
        )}
        {quote.fills.length > 0 && (
          <button
            type="button"
            class="link at-end not-printed"
            onClick={() => copy(quoteText(quote, router.url.href, translator), true)}
          >
            {t('share.text')}
          </button>
        )}
      </p>
      {error !== null && <ErrorBanner error={error} refetch={quoteState.refetch} facts={{ fiat }} />}
    </div>
  )
}

/** A plan that the reader chose, of this answer alone: another answer has other plans. */
type PlanSelection = { readonly quote: Quote; readonly place: number }

function withChosenPlan(quote: Quote, selection: PlanSelection | null): Quote {
  const plan = selection?.quote === quote ? quote.plans[selection.place] : undefined
  if (plan === undefined) return quote
  const { average_price, worst_price, total_fiat, total_usdt, fills } = plan
  return { ...quote, average_price, worst_price, total_fiat, total_usdt, fills }
}

const fieldOf = (param: string | null, say: (name: 'method.label' | 'quote.amount') => string): string =>
  say(param === 'payment_method' ? 'method.label' : 'quote.amount')

/** "You get 484.202902 USDT in 2 trades, at an average price of 41.305" */
function QuoteHeadline({ quote }: { readonly quote: Quote }) {
  const { numbers, tRich, t } = useServices()
  const { fiat, average_price: average, fills } = quote
  if (average === null) return <p class="quiet lead">{t('quote.nothing')}</p>
  const kind = quoteKind(quote)
  const { unit, amount, filled } = askedOf(quote)
  const decimals = decimalsOf(
    fills.map(({ price }) => price),
    fiat,
  )
  const isUsdt = kind === 'buy_fiat' || kind === 'sell_fiat'
  const trades = (
    <span class="small">
      {tRich('quote.trades', { n: fills.length, price: <b>{numbers.price(average, decimals)}</b> })}
    </span>
  )
  const fiatMoney = (large: boolean): ComponentChild => (
    <span class={large ? 'usdt nowrap large' : 'usdt nowrap'}>
      <b>{moneyText(quote.total_fiat, fiat, numbers)}</b>
      <span class="unit"> {fiat}</span>
    </span>
  )
  const values = { usdt: <Usdt value={quote.total_usdt} numbers={numbers} large />, fiat: fiatMoney(!isUsdt), trades }
  const money = (value: number) =>
    unit === 'fiat' ? `${moneyText(value, fiat, numbers)} ${fiat}` : usdtText(value, numbers)
  return (
    <p class="quiet lead">
      {quote.unfilled === null
        ? tRich(`quote.lead.${kind}`, values)
        : tRich(`quote.part.${kind}`, {
            ...values,
            part: unit === 'fiat' ? moneyText(filled, fiat, numbers) : numbers.usdt(filled).main,
            asked: money(amount),
          })}
    </p>
  )
}

type Fill = Quote['fills'][number]

/** A sum that takes more trades than these is hardly traded at once. */
const mostShown = 8

function AllTrades({ quote, isNarrow }: { readonly quote: Quote; readonly isNarrow: boolean }) {
  const { t } = useServices()
  const [isWhole, showWhole] = useState(false)
  const { fills } = quote
  const hidden = isWhole ? 0 : fills.length - mostShown
  const shown = { quote, fills: hidden > 0 ? fills.slice(0, mostShown) : fills }
  return (
    <>
      {isNarrow ? <TradeList {...shown} /> : <Trades {...shown} />}
      {hidden > 0 && (
        <p>
          <button type="button" class="link small not-printed" onClick={() => showWhole(true)}>
            {t('quote.more_trades', { n: hidden })}
          </button>
        </p>
      )}
    </>
  )
}

type TradesProps = { readonly quote: Quote; readonly fills: readonly Fill[] }

function Trades({ quote, fills }: TradesProps) {
  const { numbers, t } = useServices()
  const { fiat, side } = quote
  const decimals = decimalsOf(
    fills.map(({ price }) => price),
    fiat,
  )
  const inFiat: Column<Fill> = {
    heading: t(side === 'BUY' ? 'quote.col.you_pay' : 'quote.col.you_get', { unit: fiat }),
    isNumber: true,
    cell: (fill) => moneyText(fill.fiat, fiat, numbers),
  }
  const inUsdt: Column<Fill> = {
    heading: t(side === 'BUY' ? 'quote.col.you_get' : 'quote.col.you_give', { unit: 'USDT' }),
    isNumber: true,
    cell: (fill) => <Usdt value={fill.usdt} numbers={numbers} />,
  }
  return (
    <RecordTable
      caption={t('quote.title')}
      rows={fills}
      keyOf={(fill) => String(fills.indexOf(fill))}
      columns={[
        {
          heading: t('market.exchange'),
          onPhone: 'title',
          cell: (fill) => <b>{exchangeName(fill.exchange)}</b>,
        },
        {
          heading: t('quote.price'),
          isNumber: true,
          onPhone: 'state',
          cell: (fill) => numbers.price(fill.price, decimals),
        },
        ...(side === 'BUY' ? [inFiat, inUsdt] : [inUsdt, inFiat]),
        {
          heading: t('quote.advertiser'),
          onPhone: 'bare',
          cell: (fill) => (
            <>
              <UntrustedText text={fill.nickname} />
              <AdvertiserTrackRecord ad={fill} completionPct={fill.completion_pct} limitsIn={fiat} />
            </>
          ),
        },
        {
          heading: t('quote.ad'),
          isNumber: true,
          onPhone: 'end',
          cell: (fill) => <AdLink fill={fill} />,
        },
      ]}
    />
  )
}

function TradeList({ quote: { fiat }, fills }: TradesProps) {
  const { numbers } = useServices()
  const decimals = decimalsOf(
    fills.map(({ price }) => price),
    fiat,
  )
  return (
    <ol class="trade-list">
      {fills.map((fill, at) => (
        <li key={at}>
          <b>{numbers.price(fill.price, decimals)}</b>
          <span class="nowrap">
            {moneyText(fill.fiat, fiat, numbers)} {fiat} = {usdtText(fill.usdt, numbers)}
          </span>
          <UntrustedText text={fill.nickname} />
          <AdLink fill={fill} />
          <AdvertiserTrackRecord ad={fill} completionPct={fill.completion_pct} limitsIn={fiat} />
        </li>
      ))}
    </ol>
  )
}

/** Leads to the exchange alone, and never has untrusted text as its name. */
function AdLink({ fill }: { readonly fill: Fill }) {
  const { t } = useServices()
  const link = safeAdUrl(fill.exchange, fill.url)
  if (link === null) return null
  return (
    <a class="nowrap" href={link} target="_blank" rel="noopener noreferrer">
      {t('quote.open_ad')}
      <span class="heard"> {t('quote.open_ad_on', { exchange: exchangeName(fill.exchange) })}</span>{' '}
      <Icon name="open" size={12} />
    </a>
  )
}

function SingleExchangeQuotes({ quote }: { readonly quote: Quote }) {
  const { numbers, t } = useServices()
  const { fiat } = quote
  const compared = compareAlternatives(quote)
  if (compared.length === 0) return null
  const decimals = decimalsOf(
    compared.map(({ averagePrice }) => averagePrice),
    fiat,
  )
  const unitOf = (unit: 'fiat' | 'usdt') => (unit === 'fiat' ? fiat : 'USDT')
  return (
    <div class="alone">
      <h3>{t('quote.alone')}</h3>
      <table>
        <tbody>
          {compared.map((one) => (
            <tr key={one.exchange}>
              <th scope="row">{exchangeName(one.exchange)}</th>
              <td class="quiet">{t('count.trades', { n: one.trades })}</td>
              <td class="num">{numbers.price(one.averagePrice, decimals)}</td>
              <td class="num quiet">
                {one.kind === 'same'
                  ? t('quote.same')
                  : one.kind === 'part'
                    ? t('quote.only_part', {
                        part:
                          one.unit === 'fiat'
                            ? `${moneyText(one.filled, fiat, numbers)} ${fiat}`
                            : usdtText(one.filled, numbers),
                      })
                    : t(`quote.${one.kind}`, { sum: numbers.difference(one.difference), unit: unitOf(one.unit) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
