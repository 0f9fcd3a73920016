import type { SourceHistory } from '@p2p-rates/contract'
import type { Times } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { lengthWords } from '../../parts/age.js'
import { useServices } from '../../services-context.js'
import { momentWords, timeRangeWords } from './incident-words.js'
import { stateIntervals } from './state-intervals.js'
import { stateWords } from './state-words.js'

type StateIntervalTableProps = {
  readonly history: SourceHistory
  readonly span: '24h' | '30d'
  readonly times: Times
}

export function StateIntervalTable({ history, span, times }: StateIntervalTableProps) {
  const { serverClock, translator, t } = useServices()
  const nowMs = serverClock.now()
  const caption = t(`status.exchanges.${span}`)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="wide-box" aria-label={caption} tabIndex={0}>
      <table class="plain-table">
        <caption class="heard">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('market.exchange')}</th>
            <th scope="col">{t('status.stretch')}</th>
            <th scope="col">{t('market.state')}</th>
            <th scope="col" class="num">
              {t('status.lasted')}
            </th>
          </tr>
        </thead>
        {history.exchanges.map((past) => (
          <tbody key={past.exchange}>
            {stateIntervals(history, past).map(({ fromMs, toMs, state }, at, all) => (
              <tr key={fromMs} class={state === null ? 'gap' : undefined}>
                {at === 0 && (
                  <th scope="rowgroup" rowSpan={all.length}>
                    <b>{exchangeName(past.exchange)}</b>
                  </th>
                )}
                <td>
                  {toMs === null
                    ? t('status.until_now', { from: momentWords(times, fromMs, nowMs) })
                    : timeRangeWords(translator, times, fromMs, toMs, nowMs)}
                </td>
                <td>{stateWords(translator, state)}</td>
                <td class="num">{lengthWords(translator, ((toMs ?? nowMs) - fromMs) / 1000)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}
