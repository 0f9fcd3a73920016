import type { Webhook } from '@p2p-rates/contract'
import { createTimes, modernZone } from '../../formats/times-and-zones.js'
import { ControlWithLabel } from '../../parts/control-with-label.js'
import { Disclosure } from '../../parts/disclosure.js'
import { useServices } from '../../services-context.js'
import type { Schedule } from './schedule.js'

type ScheduleFieldsProps = { readonly schedule: Schedule; readonly onChange: (change: Partial<Schedule>) => void }

export function ScheduleFields({ schedule, onChange }: ScheduleFieldsProps) {
  const { t } = useServices()
  const { quietFrom, quietTo, digest, lastDay, zone } = schedule
  const isSet = [quietFrom, quietTo, digest, lastDay].some((text) => text !== '')
  return (
    <Disclosure title={t('hooks.times')} open={isSet}>
      <div class="stack">
        <div class="ways conditions">
          <Field name="quiet_from" type="time" value={quietFrom} onChange={(text) => onChange({ quietFrom: text })} />
          <Field name="quiet_to" type="time" value={quietTo} onChange={(text) => onChange({ quietTo: text })} />
          <Field name="digest" type="time" value={digest} onChange={(text) => onChange({ digest: text })} />
          <Field name="last_day" type="date" value={lastDay} onChange={(text) => onChange({ lastDay: text })} />
        </div>
        <p class="faint small">{t('hooks.times.hint', { zone: modernZone(zone) })}</p>
      </div>
    </Disclosure>
  )
}

type FieldProps = {
  readonly name: 'quiet_from' | 'quiet_to' | 'digest' | 'last_day'
  readonly type: 'time' | 'date'
  readonly value: string
  readonly onChange: (text: string) => void
}

function Field({ name, type, value, onChange }: FieldProps) {
  const { t } = useServices()
  const word = t(`hooks.times.${name}`)
  return (
    <ControlWithLabel name={word}>
      <input
        class="field"
        aria-label={word}
        type={type}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </ControlWithLabel>
  )
}

/** Null if a webhook has no quiet hours, no digest and no end. */
export function ScheduleText({ webhook }: { readonly webhook: Webhook }) {
  const { translator, t } = useServices()
  const { quiet_hours: quiet, digest_time: digest, expires_at: ends } = webhook
  const zone = modernZone(webhook.tz)
  const texts = [
    ...(quiet === null ? [] : [t('hooks.times.is.quiet', { hours: quiet.replace('-', '–'), zone })]),
    ...(digest === null ? [] : [t('hooks.times.is.digest', { time: digest, zone })]),
    ...(ends === null
      ? []
      : [t('hooks.times.is.ends', { at: createTimes(translator.lang, 'local').full(Date.parse(ends)) })]),
  ]
  return texts.length === 0 ? null : <p class="quiet">{texts.join(' ')}</p>
}
