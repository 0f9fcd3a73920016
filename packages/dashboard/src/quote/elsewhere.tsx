import type { Quote, Source } from '@p2p-rates/contract'
import type { ComponentChild } from 'preact'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import { Age } from '../parts/age.js'
import { Shape } from '../parts/icon.js'
import { LinkIfPageExists } from '../parts/link-if-page-exists.js'
import { Tag } from '../parts/tag.js'
import { useServices } from '../services-context.js'
import { adsAddress } from './ad-link.js'
import { type Comparison, compareAlternatives, requestedAmount, totalOf } from './quote-comparison.js'
import type { QuoteInput } from './quote-input.js'
import { amountText, moneyText } from './usdt-and-fiat-amounts.js'

type ElsewhereProps = {
  readonly quote: Quote
  readonly sources: readonly Source[]
  readonly fiat: string
  readonly quoteInput: QuoteInput
}

/** Answer of each exchange alone for the same amount. A bar shows the loss against the best answer. */
export function Elsewhere({ quote, sources, fiat, quoteInput }: ElsewhereProps) {
  const { numbers, t } = useServices()
  const compared = compareAlternatives(quote)
  const best = [...new Set(quote.fills.map(({ exchange }) => exchange))]
  const others = sources.filter(
    ({ exchange, state }) =>
      state !== 'unsupported' && !best.includes(exchange) && !compared.some((one) => one.exchange === exchange),
  )
  const lossOf = (one: Comparison): number => ('difference' in one && one.isWorse ? one.difference : 0)
  const most = Math.max(...compared.map(lossOf))
  const { unit, amount } = requestedAmount(quote)
  const asked = unit === 'fiat' ? `${moneyText(amount, fiat, numbers)} ${fiat}` : `${numbers.grouped(amount)} USDT`
  const sum = (total: number) => (unit === 'fiat' ? numbers.usdt(total).main : moneyText(total, fiat, numbers))
  if (compared.length + others.length + best.length === 0) return null
  return (
    <section class="elsewhere">
      <h2>
        {t('elsewhere.title', { amount: asked })} <span class="small quiet regular">{t('elsewhere.bar')}</span>
      </h2>
      <ul>
        {best.length > 0 && (
          <li>
            <b>
              {best.length === 1
                ? best.map((exchange) => (
                    <Name key={exchange} exchange={exchange} href={adsAddress(exchange, fiat, quoteInput)} />
                  ))
                : t('elsewhere.together', { n: best.length })}
            </b>
            <span class="loss" />
            <span class="num">
              <b>{sum(totalOf(quote, quote))}</b> <Tag kind={quoteInput.side}>{t('price.best')}</Tag>
            </span>
          </li>
        )}
        {compared.map((one) => (
          <li key={one.exchange}>
            <Name exchange={one.exchange} href={adsAddress(one.exchange, fiat, quoteInput)} />
            <span class="loss">
              {lossOf(one) > 0 && <i style={{ inlineSize: `${(100 * lossOf(one)) / most}%` }} />}
              {lossOf(one) === 0 && one.trades > quote.fills.length && (
                <span class="small faint">{t('count.trades', { n: one.trades })}</span>
              )}
            </span>
            <span class="num">
              {one.kind === 'part' ? (
                <span class="quiet">
                  {t('quote.only_part', { part: amountText(one.filled, one.unit, fiat, numbers) })}
                </span>
              ) : (
                <>
                  {sum(one.total)}{' '}
                  <span class="faint">
                    {one.kind === 'same'
                      ? t('quote.same')
                      : `${one.kind === 'less' ? '−' : '+'}${numbers.difference(one.difference)}`}
                  </span>
                </>
              )}
            </span>
          </li>
        ))}
        {others.map((source) => (
          <li key={source.exchange}>
            <Name exchange={source.exchange} href={adsAddress(source.exchange, fiat, quoteInput)} />
            <span class="num nothing-there quiet">
              <Without source={source} />
            </span>
          </li>
        ))}
      </ul>
      <Seen sources={sources} />
    </section>
  )
}

const Name = ({ exchange, href }: { readonly exchange: string; readonly href: string }): ComponentChild => (
  <LinkIfPageExists class="plain" href={href} without={exchangeName(exchange)}>
    {exchangeName(exchange)}
  </LinkIfPageExists>
)

/** Why an exchange has no answer. */
function Without({ source: { state } }: { readonly source: Source }) {
  const { translator, t } = useServices()
  if (state === 'live') return <>{t('elsewhere.none')}</>
  return (
    <>
      <Shape name={state} /> {translator.translateCode('source', state)}
    </>
  )
}

/** "Live exchanges: 6 of 6, read 12 s ago. 229 ads seen, 78 left out: why" */
function Seen({ sources }: { readonly sources: readonly Source[] }) {
  const { tRich, t, lang } = useServices()
  const traded = sources.filter(({ state }) => state !== 'unsupported')
  const live = traded.filter(({ state }) => state === 'live')
  const readAtMs = Math.min(...live.flatMap(({ observed_at: at }) => (at === null ? [] : [Date.parse(at)])))
  const sumOf = (read: (source: Source) => number) => live.reduce((sum, source) => sum + read(source), 0)
  const ads = sumOf((source) => source.ads)
  if (!Number.isFinite(readAtMs)) return null
  return (
    <p class="small quiet">
      {tRich('elsewhere.live', { live: live.length, all: traded.length, age: <Age atMs={readAtMs} /> })}{' '}
      {t('elsewhere.ads', { ads, out: ads - sumOf((source) => source.trusted_ads) })}{' '}
      <a href={`/docs/${lang === 'uk' ? 'uk/' : ''}how-ads-are-judged`}>{t('elsewhere.why')}</a>
    </p>
  )
}
