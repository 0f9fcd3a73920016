import { z } from 'zod'
import type { Input } from '../../endpoint/input.js'
import { orNull } from '../../endpoint/patch-inputs.js'
import { expectsZone, timeZone, zoneName } from '../../endpoint/time-zone.js'

const time = '(?:[01]\\d|2[0-3]):[0-5]\\d'

export const scheduleWords = {
  quiet_hours:
    'Daily time in which nothing is sent, such as `23:00-08:00`, in the zone `tz`. If the threshold is reached in it, one event with the newest data follows afterwards.',
  digest_time: 'Time of day, in the zone `tz`, at which a `digest` of the best prices is sent, such as `08:00`.',
  tz: 'IANA time zone of `quiet_hours` and `digest_time`, with daylight saving time.',
  expires_at: 'Time from which the webhook no longer fires. It stays listed, as `expired`.',
} as const

const quietHours: Input<string | undefined> = {
  schema: z
    .string()
    .regex(new RegExp(`^${time}-${time}$`))
    .refine((text) => text.slice(0, 5) !== text.slice(6))
    .optional()
    .meta({ description: scheduleWords.quiet_hours, examples: ['23:00-08:00'] }),
  expects: 'two different times of day, such as 23:00-08:00',
}

const digestTime: Input<string | undefined> = {
  schema: z
    .string()
    .regex(new RegExp(`^${time}$`))
    .optional()
    .meta({ description: scheduleWords.digest_time, examples: ['08:00'] }),
  expects: 'a time of day, such as 08:00',
}

const expiresAt: Input<string | undefined> = {
  schema: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: scheduleWords.expires_at, examples: ['2026-12-31T22:00:00Z'] }),
  expects: 'a moment with its time zone, such as 2026-12-31T22:00:00Z',
}

export const newSchedule = {
  quiet_hours: quietHours,
  digest_time: digestTime,
  tz: timeZone('UTC', scheduleWords.tz),
  expires_at: expiresAt,
}

export const scheduleChange = {
  quiet_hours: orNull(quietHours),
  digest_time: orNull(digestTime),
  tz: orNull({ schema: zoneName.optional(), expects: expectsZone }),
  expires_at: orNull(expiresAt),
}
