import { z } from 'zod'
import type { Input } from './input.js'

export const zoneName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/)
  .refine(isTimeZone)

export const timeZone = (preset: string, description: string): Input<string> => ({
  schema: zoneName.default(preset).meta({ description, examples: ['Europe/Warsaw'] }),
  expects: expectsZone,
})

export const expectsZone = 'an IANA time zone, such as Europe/Warsaw, Asia/Kolkata or UTC'

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
