import type { MethodPrice } from '@p2p-rates/contract'
import { useRef } from 'preact/hooks'
import { readAboutMe } from '../../api/about-me.js'
import { useQuery } from '../../api/use-query.js'
import { decimalsIn } from '../../formats/decimals-in.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { useRates } from '../../live/use-live-rates.js'
import { useThrottledVersion } from '../../live/use-throttled-version.js'
import { Answered } from '../../parts/answered.js'
import { EmptyState } from '../../parts/empty-state.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { lazyPart } from '../../parts/lazy-part.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { RecordTable } from '../../parts/record-table.js'
import { keepMethod, keptMethod } from '../../quote/kept-method.js'
import { Sentence } from '../../quote/sentence.js'
import { useUsualAmount } from '../../quote/use-usual-amount.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { BestAds } from './best-ads.js'
import { banksRoute } from './route.js'

const AboutMe = lazyPart(async () => (await import('../../quote/about-me.js')).AboutMe, ['doubts', 'me'])

/** The same amount with every bank, and the best ads of the chosen one. */
export function Banks() {
  const { settings, t, tRich } = useServices()
  const [view, choose, type] = useUrlState(banksRoute)
  const { fiat, side } = view
  const { rates, error, version: newest } = useRates(fiat)
  const version = useThrottledVersion(newest)
  const usual = useUsualAmount(fiat, 'fiat', rates?.fiat === fiat ? rates.best_buy.price : null)
  const amount = view.amount || usual
  const method = view.method || keptMethod(settings, fiat)
  const question = amount === '' ? null : { fiat, side: sideOf[side], amount: Number(amount) }
  const query = useQuery('GET /methods', question, { version })
  const answer = useRef<HTMLElement>(null)
  useTitle(t('banks.title', { fiat }))

  function chooseMethod(chosen: string): void {
    keepMethod(settings, fiat, chosen)
    choose({ method: chosen })
  }

  return (
    <div class={`${side}-side apart`}>
      <section class="panel stack-wide" ref={answer} tabIndex={-1}>
        <PageHeading isVisuallyHidden>{t('banks.title', { fiat })}</PageHeading>
        <Sentence
          {...{ fiat, side, amount, method }}
          write={(slots) => tRich('sentence.fiat', slots)}
          isSuggested={view.amount === ''}
          onChoose={({ method: chosen, ...change }) =>
            change.fiat !== undefined
              ? choose({ fiat: change.fiat, method: '', amount: '' })
              : chosen === undefined
                ? choose(change)
                : chooseMethod(chosen)
          }
          onType={(typed) => type({ amount: typed })}
        />
        <AboutMe fiat={fiat} fallback={<p class="small">{'\u00a0'}</p>} />
        {amount !== '' && <BestAds fiat={fiat} side={side} amount={Number(amount)} method={method} version={version} />}
      </section>
      <section>
        <h2>{t('banks.all')}</h2>
        <p class="quiet small">{t('banks.about')}</p>
        {amount === '' && error !== null && <ErrorBanner error={error} facts={{ fiat }} />}
        <Answered query={query} facts={{ fiat }} height="24rem" dims>
          {({ methods }) => (
            <Table
              fiat={fiat}
              side={side}
              amount={Number(amount)}
              methods={methods}
              chosen={method}
              onChoose={(chosen) => {
                chooseMethod(chosen)
                // A focused button would hold its place on the screen, with the best ads out of sight above it.
                answer.current?.focus({ preventScroll: true })
                window.scrollTo({ top: 0 })
              }}
            />
          )}
        </Answered>
        <p class="small not-printed">
          <a href={`/lures/${fiat}/${side}`}>{t('banks.lures')}</a>
        </p>
      </section>
    </div>
  )
}

type TableProps = {
  readonly fiat: string
  readonly side: 'buy' | 'sell'
  readonly amount: number
  readonly methods: readonly MethodPrice[]
  readonly chosen: string
  readonly onChoose: (method: string) => void
}

function Table({ fiat, side, amount, methods, chosen, onChoose }: TableProps) {
  const { numbers, settings, t } = useServices()
  const mine = [chosen, ...(readAboutMe(settings.get('me')).my_methods?.split(',') ?? [])]
  const isMine = ({ id, name }: MethodPrice) => mine.includes(id) || mine.includes(name)
  const rows = methods.toSorted((a, b) => Number(isMine(b)) - Number(isMine(a)))
  const decimals = decimalsIn(methods, fiat)
  if (methods.length === 0) return <EmptyState title={t('banks.none')} />
  return (
    <RecordTable<MethodPrice>
      caption={t('banks.all')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: t('method.label'),
          onPhone: 'title',
          cell: (row) => (
            <button
              type="button"
              class="link"
              aria-pressed={row.id === chosen || row.name === chosen}
              onClick={() => onChoose(row.id)}
            >
              {isMine(row) ? <b>{row.name}</b> : row.name}
            </button>
          ),
        },
        {
          heading: t(`banks.${side}`),
          isNumber: true,
          onPhone: 'state',
          cell: ({ price }) => <b>{numbers.usdt(amount / price).main}</b>,
        },
        { heading: t(`side.${side}_at`), isNumber: true, cell: ({ price }) => numbers.price(price, decimals) },
        { heading: t('banks.on'), cell: ({ exchange }) => exchangeName(exchange) },
        { heading: t('banks.ads'), isNumber: true, onPhone: 'none', cell: ({ ads }) => ads },
      ]}
    />
  )
}

const sideOf = { buy: 'BUY', sell: 'SELL' } as const
