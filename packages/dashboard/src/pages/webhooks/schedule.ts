import type { NewWebhook, Webhook, WebhookChange } from '@p2p-rates/contract'
import { browserZone } from '../../formats/times-and-zones.js'

/** Texts of the fields; empty where nothing is set. */
export type Schedule = {
  readonly quietFrom: string
  readonly quietTo: string
  readonly digest: string
  /** Last day on which the webhook fires. */
  readonly lastDay: string
  readonly zone: string
}

export const noSchedule = (): Schedule => ({ quietFrom: '', quietTo: '', digest: '', lastDay: '', zone: browserZone() })

/** Without times of day, the zone of the webhook means nothing, so the browser's counts. */
export function scheduleOf({ quiet_hours: quiet, digest_time: digest, expires_at: ends, tz }: Webhook): Schedule {
  const [quietFrom = '', quietTo = ''] = quiet?.split('-') ?? []
  return {
    ...{ quietFrom, quietTo, digest: digest ?? '' },
    lastDay: ends === null ? '' : dayOf(new Date(Date.parse(ends) - 1)),
    zone: quiet === null && digest === null ? browserZone() : tz,
  }
}

/** False if only one end of the quiet hours is given, or if both are the same. */
export const isComplete = ({ quietFrom, quietTo }: Schedule): boolean =>
  (quietFrom === '' && quietTo === '') || (quietFrom !== '' && quietTo !== '' && quietFrom !== quietTo)

type ScheduleChange = Pick<WebhookChange, 'quiet_hours' | 'digest_time' | 'tz' | 'expires_at'>

/** Fields that differ. */
export function scheduleChange(before: Schedule, now: Schedule): ScheduleChange {
  const hasNewTimes = quietOf(now) !== quietOf(before) || now.digest !== before.digest
  return {
    ...(quietOf(now) !== quietOf(before) && { quiet_hours: quietOf(now) }),
    ...(now.digest !== before.digest && { digest_time: now.digest === '' ? null : now.digest }),
    ...(hasNewTimes && { tz: now.zone }),
    ...(now.lastDay !== before.lastDay && { expires_at: now.lastDay === '' ? null : endOf(now.lastDay) }),
  }
}

/** Fields of a new webhook. Nothing is set before, so nothing is reset. */
export function newSchedule(now: Schedule): Pick<NewWebhook, keyof ScheduleChange> {
  const set = scheduleChange({ ...now, quietFrom: '', quietTo: '', digest: '', lastDay: '' }, now)
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== null))
}

const quietOf = ({ quietFrom, quietTo }: Schedule): string | null =>
  quietFrom === '' ? null : `${quietFrom}-${quietTo}`

const pad = (value: number): string => String(value).padStart(2, '0')
const dayOf = (date: Date): string => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/** A day on which the clock changes has 23 or 25 hours. */
function endOf(day: string): string {
  const end = new Date(`${day}T00:00`)
  end.setDate(end.getDate() + 1)
  return end.toISOString()
}
