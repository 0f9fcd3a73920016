import type { LiveState } from '../live/stream-or-poll-connection.js'
import { useLiveRates } from '../live/use-live-rates.js'
import { useServices } from '../services-context.js'
import { Age, useTicking } from './age.js'
import { Banner } from './banner.js'
import { Button } from './button.js'
import { Icon, Shape } from './icon.js'

export function LiveIndicator() {
  const { translator } = useServices()
  const { fiat, state, rates } = useLiveRates()
  if (fiat === null) return null
  return (
    <span class="sign-and-word live-indicator">
      <Sign kind={state.kind} />
      <span>{translator.t(`live.${state.kind}`)}</span>
      {rates !== null && (
        <span class="faint">
          <Age atMs={Date.parse(rates.updated_at)} />
        </span>
      )}
    </span>
  )
}

function Sign({ kind }: { readonly kind: LiveState['kind'] }) {
  if (kind === 'live') return <Shape name="live" />
  if (kind === 'paused') return <Shape name="frozen" />
  if (kind === 'polling') return <Shape name="stale" />
  if (kind === 'offline') return <Shape name="blocked" />
  return <Icon name="retry" size={12} />
}

const bannerAfterMs = 10_000

/** Notice of an outage longer than 10 seconds, with the time until the next attempt. */
export function LiveBanner() {
  const { live, t } = useServices()
  const { state, rates } = useLiveRates()
  const isGone = state.kind === 'reconnecting' || state.kind === 'offline'
  const seconds = useTicking(() => {
    // These instants are by the local clock.
    const nowMs = Date.now()
    return isGone && nowMs - state.sinceMs >= bannerAfterMs
      ? Math.max(0, Math.ceil((state.nextAtMs - nowMs) / 1000))
      : null
  })
  if (!isGone || seconds === null) return null
  return (
    <div class="container above">
      <Banner
        icon="retry"
        title={t('error.offline')}
        action={<Button kind="small" word={t('live.try_now')} onClick={() => live.reconnectNow()} />}
      >
        {rates === null ? (
          t('live.trying', { n: seconds })
        ) : (
          <NumbersFrom atMs={Date.parse(rates.updated_at)} n={seconds} />
        )}
      </Banner>
    </div>
  )
}

function NumbersFrom({ atMs, n }: { readonly atMs: number; readonly n: number }) {
  const { lang, t } = useServices()
  const time = new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs)
  return t('live.numbers_from', { time, n })
}
