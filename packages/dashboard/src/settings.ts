/** Settings of the user in this browser. All of them are optional, because a browser may refuse storage. */
const defaults = {
  language: '',
  theme: 'system',
  announce: 'on',
  keys: 'on',
  /** The language in which samples are read. */
  sample: '',
  fiat: '',
  /** Currency and the payment method last chosen for it, with a space between. */
  method: '',
  /** Parameters about the user, as a query. Sent only with questions about current prices. */
  me: '',
  /** `yes` if the last page of the application had a session. */
  member: '',
}

export type SettingName = keyof typeof defaults

export type Settings = {
  get(name: SettingName): string
  set(name: SettingName, value: string): void
}

export const storageKey = (name: SettingName): string => `p2p-${name}`

export function createSettings(storage: () => Pick<Storage, 'getItem' | 'setItem'>): Settings {
  const known = new Map<SettingName, string>()
  return {
    get: (name) => known.get(name) ?? (attempt(() => storage().getItem(storageKey(name))) || defaults[name]),
    set: (name, value) => {
      known.set(name, value)
      attempt(() => storage().setItem(storageKey(name), value))
    },
  }
}

function attempt<Value>(act: () => Value): Value | null {
  try {
    return act()
  } catch {
    return null
  }
}
