import type { UrlField } from './url-fields.js'

type Fields = Readonly<Record<string, UrlField<never> | UrlField<string> | UrlField<boolean>>>
type ValueOf<One> = One extends { read(text: string): infer Value } ? NonNullable<Value> : never

/** State of a URL: the subject from its path, the view from its query. */
export type StateOf<All extends Fields> = { readonly [Name in keyof All]: ValueOf<All[Name]> }

export type Route<State> = {
  /** Null if the path belongs to another page, or names a thing that is not there, such as an unknown currency. */
  read(url: Pick<URL, 'pathname' | 'searchParams'>): State | null
  /** Path and query. Default values are left out of the query. */
  print(state: Partial<State>): string
  readonly presets: State
}

/**
 * A route such as `/ads/{fiat}/{exchange}/{side}`. Fields that the pattern names come from the path, where the last ones
 * may be missing; all others come from the query. `alias` is another path for the state without a word.
 */
export function defineRoute<const All extends Fields>(
  pattern: string,
  fields: All,
  alias?: string,
): Route<StateOf<All>> {
  const parts = pattern.split('/').slice(1)
  const inPath = parts.flatMap(slotOf)
  const all = Object.entries(fields) as [string, UrlField<unknown>][]
  const inQuery = all.filter(([name]) => !inPath.includes(name))
  const presets = Object.fromEntries(all.map(([name, { preset }]) => [name, preset])) as StateOf<All>

  function readPath(pathname: string): Map<string, string> | null {
    if (pathname === alias) return new Map()
    const given = pathname.replace(/\/$/, '').split('/').slice(1)
    const found = new Map<string, string>()
    for (const [at, part] of parts.entries()) {
      const text = given[at]
      const [slot] = slotOf(part)
      if (slot === undefined && text !== part) return null
      if (slot !== undefined && text !== undefined) found.set(slot, decoded(text))
    }
    return given.length > parts.length ? null : found
  }

  return {
    presets,
    read: ({ pathname, searchParams }) => {
      const path = readPath(pathname)
      if (path === null) return null
      const state: [string, unknown][] = []
      for (const [name, field] of all) {
        const text = path.get(name) ?? (inPath.includes(name) ? null : searchParams.get(name))
        const value = text === null ? null : field.read(text)
        if (value === null && path.has(name)) return null
        state.push([name, value ?? field.preset])
      }
      return Object.fromEntries(state) as StateOf<All>
    },
    print: (state) => {
      const value = (name: string): unknown => (state as Record<string, unknown>)[name] ?? fields[name]?.preset
      const path = parts.map((part) => {
        const [slot] = slotOf(part)
        return slot === undefined ? part : encodeURIComponent(printed(fields[slot], value(slot)))
      })
      const query = new URLSearchParams()
      for (const [name, field] of inQuery) if (value(name) !== field.preset) query.set(name, field.print(value(name)))
      const text = query.toString()
      return `/${path.join('/')}${text === '' ? '' : `?${text}`}`
    },
  }
}

const slotOf = (part: string): string[] => (/^\{\w+\}$/.test(part) ? [part.slice(1, -1)] : [])

const printed = (field: unknown, value: unknown): string => (field as UrlField<unknown>).print(value)

/** A path that cannot be decoded names nothing that is known. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
