import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Adapter, Low } from 'lowdb'
import { CliError } from '../cli-error.js'
import { say } from '../words/say.js'

export const profileFields = [
  'server',
  'key',
  'fiat',
  'exchange',
  'method',
  'proxy',
  'exchange-url',
  'timeout',
  'me.orders',
  'me.completion-pct',
  'me.account-days',
  'me.verified',
  'me.exchanges',
  'me.methods',
] as const
export type ProfileField = (typeof profileFields)[number]

export type Profile = Partial<Record<ProfileField, string>>

export type Profiles = {
  current: string
  profiles: Record<string, Profile>
  /** Signs the sample events of `trigger`. */
  webhookSecret?: string
}

export const defaultProfile = 'default'

export async function openProfiles(path: string): Promise<Low<Profiles>> {
  const file = new Low<Profiles>(privateFile(path), { current: defaultProfile, profiles: profilesOf([]) })
  await file.read()
  return file
}

const elsewhere = () => say('XDG_CONFIG_HOME may name another folder for them.')

/** Readable by its owner alone, and whole at any moment: the new file replaces the old one in one step. */
const privateFile = (path: string): Adapter<Profiles> => ({
  async read() {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      // A home that is no folder has no profiles.
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
      const message = say('The profiles in {path} cannot be read ({code}).', { path, code: String(error.code) })
      throw new CliError('failed', message, elsewhere(), { cause: error })
    })
    return text === null ? null : readProfiles(text, path)
  },
  async write(profiles) {
    const next = `${path}.${process.pid}.new`
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(next, 'w', 0o600)
      try {
        await file.writeFile(`${JSON.stringify(profiles, null, 2)}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(next, path)
    } catch (error) {
      await rm(next, { force: true }).catch(() => {})
      const { code } = error as NodeJS.ErrnoException
      const message = say('The profiles cannot be written to {path} ({code}).', { path, code: String(code) })
      throw new CliError('failed', message, elsewhere(), { cause: error })
    }
  },
})

/** Users edit this file, so reject it if any part of it is invalid. */
function readProfiles(text: string, path: string): Profiles {
  const broken = new CliError(
    'failed',
    say('The profiles in {path} are not valid.', { path }),
    say('Repair or delete the file.'),
  )
  const { current, profiles, webhookSecret } = parse(text) ?? {}
  if (typeof current !== 'string' || !isRecord(profiles)) throw broken
  const known = Object.entries(profiles).map(([name, value]): [string, Profile] => {
    if (!isRecord(value)) throw broken
    const kept = profileFields.flatMap((field) => {
      const text = value[field]
      return typeof text === 'string' ? [[field, text] as const] : []
    })
    return [name, Object.fromEntries(kept)]
  })
  return {
    current,
    profiles: profilesOf(known),
    ...(typeof webhookSecret === 'string' ? { webhookSecret } : {}),
  }
}

/** Without a prototype, so that a profile may have any name. */
const profilesOf = (known: readonly (readonly [string, Profile])[]): Record<string, Profile> =>
  Object.assign(Object.create(null), Object.fromEntries(known))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}
