import { useAnswer } from '../../ask/use-answer.js'
import { exchangeName } from '../../listed/names.js'
import { Shape } from '../../parts/icon.js'
import { useServices } from '../../services.js'

/** How far the exchanges are, as long as none of them has a price; looked at again in every round. */
export function Collecting({ round }: { readonly round: number }) {
  const { first, speech } = useServices()
  const { answer } = useAnswer('GET /sources', { fiat: first.fiat }, { version: round })
  if (answer === null || answer.sources.some(({ state }) => state === 'live')) return null
  return (
    <section class="lines">
      <p>{speech.say('setup.collecting')}</p>
      <ul class="collecting small">
        {answer.sources.map(({ exchange, state }) => (
          <li key={exchange}>
            <Shape name={state} /> {exchangeName(exchange)} <span class="quiet">{speech.find(`source.${state}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
