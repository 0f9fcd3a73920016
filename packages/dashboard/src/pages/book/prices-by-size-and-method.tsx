import type { MethodPrice, SizePrice } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { decimalsIn } from '../../formats/decimals-in.js'
import { decimalsOf } from '../../formats/numbers.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Answered } from '../../parts/answered.js'
import { RecordTable } from '../../parts/record-table.js'
import { useServices } from '../../services-context.js'

type OffersProps = {
  readonly fiat: string
  readonly side: 'buy' | 'sell'
  readonly method: string
  readonly version: number
}

export const PricesBySizeAndMethod = (props: OffersProps) => (
  <>
    <Sizes {...props} />
    <Methods {...props} />
  </>
)

function Sizes({ fiat, side, method, version }: OffersProps) {
  const { numbers, t } = useServices()
  const question = { fiat, side: sideOf[side], ...(method !== '' && { payment_method: method }) }
  const query = useQuery('GET /depth', question, { version })
  const { answer } = query
  const sizes = answer?.sizes ?? []
  const averages = sizes.map(({ average_price: price }) => price)
  const worsts = sizes.map(({ worst_price: price }) => price)
  const decimals = { average: decimalsOf(averages, fiat), worst: decimalsOf(worsts, fiat) }
  return (
    <section>
      <h2>{t('sizes.title')}</h2>
      <p class="quiet small">{t('sizes.about')}</p>
      <Answered query={query} facts={{ fiat }} height="18rem" dims>
        {({ on_offer: offer }) => (
          <>
            <RecordTable<SizePrice>
              caption={t('sizes.title')}
              rows={sizes}
              keyOf={(size) => String(size.amount_usdt)}
              columns={[
                {
                  heading: t('sizes.amount'),
                  onPhone: 'title',
                  cell: (size) => <b class="nowrap">{numbers.grouped(size.amount_usdt)} USDT</b>,
                },
                {
                  heading: t('sizes.average'),
                  isNumber: true,
                  cell: ({ average_price: price }) =>
                    price === null ? (
                      <span class="quiet">{t('sizes.not_whole')}</span>
                    ) : (
                      numbers.price(price, decimals.average)
                    ),
                },
                {
                  heading: t('sizes.worst'),
                  isNumber: true,
                  cell: ({ worst_price: price }) => (price === null ? '—' : numbers.price(price, decimals.worst)),
                },
                { heading: t('sizes.trades'), isNumber: true, cell: ({ trades }) => (trades === 0 ? '—' : trades) },
              ]}
            />
            <p class="quiet small">
              {t('sizes.in_all', { n: offer.ads, usdt: numbers.grouped(Math.round(offer.available_usdt)) })}
            </p>
          </>
        )}
      </Answered>
    </section>
  )
}

const fewest = 8

function Methods({ fiat, side, version }: OffersProps) {
  const { numbers, t } = useServices()
  const [isWhole, setWhole] = useState(false)
  const query = useQuery('GET /methods', { fiat, side: sideOf[side] }, { version })
  const { answer } = query
  const all = answer?.methods ?? []
  const decimals = decimalsIn(all, fiat)
  const shown = isWhole ? all : all.slice(0, fewest)
  return (
    <section>
      <h2>{t('methods.title')}</h2>
      <p class="quiet small">{t('methods.about')}</p>
      <Answered query={query} facts={{ fiat }} height="18rem" dims>
        {() =>
          all.length === 0 ? (
            <p class="quiet">{t('methods.none')}</p>
          ) : (
            <>
              <RecordTable<MethodPrice>
                caption={t('methods.title')}
                rows={shown}
                keyOf={({ id }) => id}
                columns={[
                  { heading: t('method.label'), onPhone: 'title', cell: ({ name }) => <b>{name}</b> },
                  { heading: t('methods.price'), isNumber: true, cell: ({ price }) => numbers.price(price, decimals) },
                  { heading: t('methods.on'), cell: ({ exchange }) => exchangeName(exchange) },
                  { heading: t('methods.ads'), isNumber: true, cell: ({ ads }) => ads },
                  {
                    heading: t('methods.offered'),
                    isNumber: true,
                    cell: (one) => numbers.grouped(Math.round(one.available_usdt)),
                  },
                ]}
              />
              {all.length > shown.length && (
                <button type="button" class="link small not-printed" onClick={() => setWhole(true)}>
                  {t('methods.all', { n: all.length })}
                </button>
              )}
            </>
          )
        }
      </Answered>
    </section>
  )
}

const sideOf = { buy: 'BUY', sell: 'SELL' } as const
