import type { Source } from '@p2p-rates/contract'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Shape } from '../../parts/icon.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useServices } from '../../services-context.js'
import { everyFiat, statusRoute } from './route.js'

const states = ['live', 'stale', 'frozen', 'held_out', 'blocked', 'empty', 'unsupported'] as const

type CurrencyMatrixProps = { readonly sources: readonly Source[]; readonly fiat: string | null }

export function CurrencyMatrix({ sources, fiat }: CurrencyMatrixProps) {
  const { t, translateCode } = useServices()
  const exchanges = [...new Set(sources.map(({ exchange }) => exchange))]
  const fiats = [...new Set(sources.map((source) => source.fiat))]
  const stateOf = new Map(sources.map((source) => [`${source.exchange} ${source.fiat}`, source.state]))
  return (
    <section class="currency-matrix">
      <div class="row controls">
        <h2>{t('status.matrix')}</h2>
        <ul class="legend signs quiet small">
          {states.map((state) => (
            <li key={state}>
              <Shape name={state} /> {translateCode('source', state)}
            </li>
          ))}
        </ul>
      </div>
      {sources.length === 0 ? (
        <Skeleton width="100%" height="14rem" />
      ) : (
        // A table that is drawn as a grid is none to some browsers: roles are written out.
        // biome-ignore-start lint/a11y/noRedundantRoles: see above
        // biome-ignore-start lint/a11y/useSemanticElements: see above
        <div
          class="matrix-box"
          style={{
            gridTemplateRows: `repeat(${fiats.length + 1}, auto)`,
            gridTemplateColumns: `max-content repeat(${exchanges.length}, minmax(0, 1fr))`,
          }}
        >
          <table role="table" class="matrix">
            <caption class="heard">{t('status.matrix')}</caption>
            <thead role="rowgroup">
              <tr role="row">
                <th role="columnheader" scope="col">
                  <span class="heard">{t('market.exchange')}</span>
                </th>
                {fiats.map((one) => (
                  <th key={one} role="columnheader" scope="col" class={one === fiat ? 'chosen' : undefined}>
                    <a
                      href={addressOf(one === fiat ? everyFiat : one)}
                      aria-current={one === fiat ? 'true' : undefined}
                    >
                      {one}
                    </a>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {exchanges.map((exchange) => (
                <tr key={exchange} role="row">
                  <th role="rowheader" scope="row">
                    {exchangeName(exchange)}
                  </th>
                  {fiats.map((one) => {
                    const state = stateOf.get(`${exchange} ${one}`) ?? 'unsupported'
                    return (
                      <td
                        key={one}
                        role="cell"
                        class={one === fiat ? 'chosen' : undefined}
                        title={translateCode('source', state)}
                      >
                        <Shape name={state} />
                        <span class="heard">{translateCode('source', state)}</span>
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        // biome-ignore-end lint/a11y/useSemanticElements: see above
        // biome-ignore-end lint/a11y/noRedundantRoles: see above
      )}
    </section>
  )
}

const addressOf = (fiat: string): string => `${statusRoute.print({})}${fiat === everyFiat ? '' : `?fiat=${fiat}`}`
