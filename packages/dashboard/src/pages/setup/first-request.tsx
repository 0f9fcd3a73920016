import type { BestPrice, RecentRequest } from '@p2p-rates/contract'
import { useEffect, useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { decimalsOf } from '../../formats/numbers.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Age } from '../../parts/age.js'
import { Button } from '../../parts/button.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Facts } from '../../parts/facts.js'
import { Shape } from '../../parts/icon.js'
import { useServices } from '../../services-context.js'

const everyMs = 2_000
const mostRounds = 300

/** Poll every 2 seconds for 10 minutes for the first request of the key. If the request failed, show a remedy. */
export function FirstRequest({ prefix, onSeen }: { readonly prefix: string; readonly onSeen: () => void }) {
  const [round, setRound] = useState(0)
  const { answer, error } = useQuery('GET /requests', {}, { version: round })
  const seen = firstSeenRequest(answer?.requests ?? [], prefix)
  const isAnswered = seen !== null && seen.status < 400
  useEffect(() => {
    if (isAnswered) onSeen()
    if (isAnswered || round >= mostRounds) return
    const timer = setTimeout(() => setRound(round + 1), everyMs)
    return () => clearTimeout(timer)
  }, [isAnswered, round])

  return (
    <>
      {error !== null && seen === null && <ErrorBanner error={error} refetch={() => setRound(0)} />}
      <RequestSeen seen={seen} isWaiting={round < mostRounds} />
      {isAnswered ? <FirstPrice /> : <CollectionProgress round={round} />}
    </>
  )
}

/** Spoken when it comes; its age is not, since that changes by itself. */
function RequestSeen({ seen, isWaiting }: { readonly seen: RecentRequest | null; readonly isWaiting: boolean }) {
  const { t } = useServices()
  const hasFailed = seen !== null && seen.status >= 400
  return (
    <div class={`banner seen ${hasFailed ? 'bad' : 'note'}`}>
      <Shape name={seen === null ? 'unknown' : hasFailed ? 'blocked' : 'live'} />
      <p>
        <span role="status">
          {seen === null ? (
            t(isWaiting ? 'setup.waiting' : 'setup.stopped')
          ) : (
            <>
              <b>{t(hasFailed ? 'setup.seen_failed' : 'setup.seen')}</b>{' '}
              <code>
                {seen.method} {seen.path} {seen.status}
              </code>
              {hasFailed && <ErrorAdvice code={seen.code} />}
            </>
          )}
        </span>
        {seen !== null && (
          <span class="quiet small">
            {seen.took_ms !== null && t('setup.took', { ms: seen.took_ms })}{' '}
            {t('setup.from', { address: seen.address })} · <Age atMs={Date.parse(seen.requested_at)} />
          </span>
        )}
      </p>
    </div>
  )
}

function ErrorAdvice({ code }: { readonly code: string | null }) {
  const { t, findText } = useServices()
  return <> {(code === null ? null : findText(`cure.${code}`)) ?? t('cure.other')}</>
}

function CollectionProgress({ round }: { readonly round: number }) {
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

function FirstPrice() {
  const { bootstrap, numbers, t, tRich } = useServices()
  const rates = useQuery('GET /rates', { fiat: bootstrap.fiat }).answer
  const account = useQuery('GET /account', {}).answer
  const price = (best: BestPrice) =>
    tRich('setup.price', {
      price: (
        <b>
          {numbers.price(best.price, decimalsOf([best.price], bootstrap.fiat))} {bootstrap.fiat}
        </b>
      ),
      exchange: exchangeName(best.exchange),
    })
  return (
    <>
      <Facts
        kind="facts small"
        facts={[
          rates && [t('side.buy_at'), price(rates.best_buy)],
          rates && [t('side.sell_at'), price(rates.best_sell)],
          account && [
            t('setup.left'),
            t('setup.left_of', {
              left: numbers.grouped(Math.max(0, account.monthly_quota - account.used_this_month)),
              quota: numbers.grouped(account.monthly_quota),
            }),
          ],
        ]}
      />
      <p class="ways">
        <Button kind="main" word={t('setup.open')} href="/dev" />
        <Button word={t('setup.webhook')} href="/dev/webhooks/new" />
        <Button kind="quiet" word={t('setup.docs')} href="/docs/quick-start" />
      </p>
    </>
  )
}

/** The first that the new key got an answer to. Until then the newest that failed: with it, or with a key that begins alike. */
export function firstSeenRequest(requests: readonly RecentRequest[], prefix: string): RecentRequest | null {
  const own = requests.filter(({ key_prefix }) => key_prefix === prefix)
  return own.findLast(({ status }) => status < 400) ?? own[0] ?? null
}
