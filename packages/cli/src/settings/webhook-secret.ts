import { configPath } from './config-path.js'
import { openProfiles } from './profiles.js'

/** The secret of sample events, made once and kept, so that a receiver under development keeps working. */
export async function webhookSecret(environment: Readonly<Record<string, string | undefined>>): Promise<string> {
  const file = await openProfiles(configPath(environment))
  const known = file.data.webhookSecret
  if (known !== undefined) return known
  const { randomBytes } = await import('node:crypto')
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  await file.update((data) => {
    data.webhookSecret = secret
  })
  return secret
}
