import { useQuery } from '../../api/use-query.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Shape } from '../../parts/icon.js'
import { useServices } from '../../services-context.js'

export function CollectionProgress({ round }: { readonly round: number }) {
  const { bootstrap, translator } = useServices()
  const { answer } = useQuery('GET /sources', { fiat: bootstrap.fiat }, { version: round })
  if (answer === null || answer.sources.some(({ state }) => state === 'live')) return null
  return (
    <section class="lines">
      <p>{translator.t('setup.collecting')}</p>
      <ul class="collecting small">
        {answer.sources.map(({ exchange, state }) => (
          <li key={exchange}>
            <Shape name={state} /> {exchangeName(exchange)}{' '}
            <span class="quiet">{translator.findText(`source.${state}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
