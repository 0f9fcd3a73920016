import { asset, fiatNames, sides } from '../currencies-and-sides.js'
import type { WireRequest } from '../exchanges/define-exchange.js'
import { readJson } from '../exchanges/read-json.js'
import type { Invent } from './invented-text.js'

export type ScrubRules = {
  /** Everything that the mapping reads from a body and that must stay, as one comparable text. */
  readonly reading: (body: unknown) => string
  readonly isKnownMethod: (text: string) => boolean
  readonly observedAtMs: number
  readonly invent: Invent
}

type Leaf = string | number
type Level = 'invented' | 'coarse' | 'kept'

/**
 * Replaces every text and long number of a body, except values that the mapping needs: a value is kept only if its
 * replacement would change the reading and it looks like a number, a code or a known payment method.
 */
export function scrubBody(body: unknown, rules: ScrubRules): unknown {
  const { reading, observedAtMs, invent } = rules
  const replaceable = pathsOf(body)
  const levels = new Map<string, Level>()
  const build = (): unknown =>
    mapLeaves(body, invent, (leaf, path) => {
      const level = levels.get(path)
      if (level === undefined || (level === 'kept' && mayStay(leaf, rules))) return leaf
      return (level === 'coarse' ? coarseTime(leaf, observedAtMs) : null) ?? inventLeaf(leaf, invent)
    })
  const setAll = (level: Level) => {
    for (const path of replaceable) levels.set(path, level)
  }

  setAll('invented')
  if (replaceable.size > maxPaths || reading(build()) === reading(body)) return build()
  setAll('kept')
  const wanted = reading(build())
  for (const path of replaceable) {
    for (const level of ['invented', 'coarse', 'kept'] as const) {
      levels.set(path, level)
      if (level === 'kept' || reading(build()) === wanted) break
    }
  }
  return build()
}

/** A request comes from the definition of its exchange. Only words without digits and short numbers stay: no keys or tokens. */
export const scrubRequest = ({ method, path, query, body }: WireRequest, invent: Invent) => ({
  method,
  path: path.replace(/[^/]+/g, (part) => (/^(.{1,11}|[A-Za-z_-]{1,40})$/.test(part) ? part : invent(part))),
  query: scrubValues(query, invent),
  body: scrubValues(body, invent),
})

const scrubValues = (value: unknown, invent: Invent): unknown =>
  mapLeaves(value, invent, (leaf, path) => (isHarmless(leaf, path) || isCode(leaf) ? leaf : inventLeaf(leaf, invent)))

/** Rows of exchanges have about 40 such fields. Each path costs up to 2 readings of the page. */
const maxPaths = 200

/** Paths of values that need a replacement. Rows of a list share their paths. */
function pathsOf(body: unknown): ReadonlySet<string> {
  const paths = new Set<string>()
  mapLeaves(body, String, (leaf, path) => {
    if (!isHarmless(leaf, path)) paths.add(path)
    return leaf
  })
  return paths
}

/** Changes each text and number. JSON inside a text is one more level, and is written without blanks. */
function mapLeaves(value: unknown, invent: Invent, change: (leaf: Leaf, path: string) => Leaf, path = ''): unknown {
  if (typeof value === 'number') return change(value, path)
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? readJson(value) : null
    return inner?.ok === true
      ? JSON.stringify(mapLeaves(inner.value, invent, change, `${path}{}`))
      : change(value, path)
  }
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, invent, change, `${path}[]`))
  if (typeof value !== 'object' || value === null) return value
  // `fromEntries` makes an ordinary property of the key `__proto__`.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      isFieldName(key) ? key : invent(key),
      mapLeaves(item, invent, change, `${path}.${key}`),
    ]),
  )
}

const isFieldName = (key: string): boolean => /^[A-Za-z_$][\w$-]{0,63}$/.test(key) && !/\d{5}/.test(key)

function isHarmless(leaf: Leaf, path: string): boolean {
  const text = String(leaf)
  if (text === '' || words.has(text.toUpperCase())) return true
  // A number with a leading 0 can be a phone; only codes of success are zeros alone.
  if (!/^(-?(0|[1-9]\d{0,5})(\.\d{1,20})?%?|0{2,6})$/.test(text)) return false
  return text.length < 4 || !personal.test(path)
}

const words: ReadonlySet<string> = new Set([...Object.keys(fiatNames), asset, ...sides, 'SUCCESS'])
/** Fields that may hold the id, name or phone of a person in 4 to 6 digits. */
const personal = /(id|no|(name|nick|user|uid|member|remark|terms|text|phone|mobile|mail)[^.[]*)(\[\])*$/i

const mayStay = (leaf: Leaf, { isKnownMethod }: ScrubRules): boolean =>
  typeof leaf === 'number' ||
  /^-?[\d.,]{1,40}%?$/.test(leaf) ||
  isCode(leaf) ||
  (leaf.length <= 64 && isKnownMethod(leaf))

const isCode = (leaf: Leaf): boolean => /^[A-Za-z][A-Za-z_]{0,31}$/.test(String(leaf))

function inventLeaf(leaf: Leaf, invent: Invent): Leaf {
  if (typeof leaf === 'string') return invent(leaf)
  const text = String(leaf)
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(invent(text)) : 0
}

/**
 * A time in seconds or milliseconds, with its age in whole days, or in minutes below one day: the exact time of a
 * registration identifies an account. Null if the value is no time.
 */
function coarseTime(leaf: Leaf, observedAtMs: number): Leaf | null {
  const [digits] = /^(\d{10}|\d{13})$/.exec(String(leaf)) ?? []
  if (digits === undefined) return null
  const unitMs = digits.length === 10 ? 1_000 : 1
  const ageMs = observedAtMs - Number(digits) * unitMs
  const stepMs = ageMs >= dayMs ? dayMs : minuteMs
  const coarse = Math.trunc((observedAtMs - Math.floor(ageMs / stepMs) * stepMs) / unitMs)
  return typeof leaf === 'number' ? coarse : String(coarse)
}

const minuteMs = 60_000
const dayMs = 86_400_000
