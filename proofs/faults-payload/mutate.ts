import type { Random } from '@p2p-rates/core/internal'

/** One to three injuries to an answer, as hostile or careless senders and bad lines inflict them. */
export function mutate(text: string, random: Random): string {
  const rounds = random.integer(1, 3)
  const toText = Array.from({ length: rounds }, () => random.chance(0.25)).filter(Boolean).length
  let mutated = toText < rounds ? mutateTree(text, rounds - toText, random) : text
  for (let round = 0; round < toText; round++) mutated = random.pick(textMutations)(mutated, random)
  return mutated
}

/** Repeat the longest list to at least `rows` rows, because one bad row rejects a whole short page. */
export function lengthen(text: string, rows: number): string {
  const parsed = parse(text)
  if (!isTree(parsed)) return text
  const [parent, key] = longestList(parsed) ?? []
  const list = parent === undefined || key === undefined ? [] : parent[key]
  if (parent === undefined || key === undefined || !Array.isArray(list) || list.length === 0) return text
  parent[key] = Array.from({ length: Math.ceil(rows / list.length) }, () => list).flat()
  return JSON.stringify(parsed)
}

type TextMutation = (text: string, random: Random) => string

const textMutations: readonly TextMutation[] = [
  (text, random) => text.slice(0, random.integer(0, text.length)),
  (text, random) => text.slice(random.integer(0, text.length)),
  (text, random) => splice(text, random, ''),
  (text, random) => splice(text, random, text.slice(0, random.integer(0, 40))),
  (text, random) => insert(text, random, String.fromCharCode(random.integer(0, 0x1f))),
  (text, random) => insert(text, random, String.fromCharCode(random.integer(0xd800, 0xdfff))),
  (text, random) => insert(text, random, random.pick(['"', '\\', '{', '}', '[', ']', ',', ':', '\ufeff', '\u202e'])),
  // Keys that touch prototypes, written by hand because JavaScript would swallow them.
  (text, random) => afterBrace(text, random, '"__proto__":{"polluted":true,"price":"1"},'),
  (text, random) => afterBrace(text, random, '"constructor":{"prototype":{"polluted":true}},'),
  (text, random) => afterBrace(text, random, '"prototype":{"polluted":true},"toString":null,"hasOwnProperty":1,'),
  // Numbers that only text can carry.
  (text, random) =>
    text.replace(/-?\d+(?:\.\d+)?/, () => random.pick(['1e999', '-1e999', '1e-400', '-0', '1E3', '01'])),
]

function splice(text: string, random: Random, replacement: string): string {
  const start = random.integer(0, text.length)
  return text.slice(0, start) + replacement + text.slice(start + random.integer(0, 40))
}

function insert(text: string, random: Random, extra: string): string {
  const at = random.integer(0, text.length)
  return text.slice(0, at) + extra + text.slice(at)
}

function afterBrace(text: string, random: Random, members: string): string {
  const at = text.indexOf('{', random.integer(0, text.length))
  return at === -1 ? text : text.slice(0, at + 1) + members + text.slice(at + 1)
}

type Tree = { [key: string]: unknown } | unknown[]

function mutateTree(text: string, rounds: number, random: Random): string {
  const parsed = parse(text)
  if (!isTree(parsed)) return text
  for (let round = 0; round < rounds; round++) {
    const parent = descend(parsed, random)
    const keys = Object.keys(parent)
    if (keys.length > 0) random.pick(nodeMutations)(parent as Record<string, unknown>, random.pick(keys), random)
  }
  return JSON.stringify(parsed)
}

type NodeMutation = (parent: Record<string, unknown>, key: string, random: Random) => void

const nodeMutations: readonly NodeMutation[] = [
  (parent, key) => Reflect.deleteProperty(parent, key),
  (parent, key) => {
    parent[key] = null
  },
  (parent, key, random) => {
    const value = parent[key]
    Reflect.deleteProperty(parent, key)
    const name = random.pick([`${key}2`, key.toUpperCase(), '', 'constructor', '0'])
    parent[name] = value
  },
  (parent, key) => {
    const value = parent[key]
    parent[key] = typeof value === 'string' ? Number(value) : JSON.stringify(value)
  },
  (parent, key, random) => {
    // A copy: the next injury may go into it, and into itself otherwise.
    parent[key] = structuredClone(random.pick(hostileValues))
  },
  (parent, key, random) => {
    parent[key] = random.pick(hostileTexts)
  },
  (parent, key, random) => {
    let value = parent[key]
    for (let depth = random.integer(1, random.chance(0.2) ? 60 : 3); depth > 0; depth--) {
      value = random.chance(0.5) ? [value] : { [key]: value }
    }
    parent[key] = value
  },
  (parent, key, random) => {
    const other = random.pick(Object.keys(parent))
    const value = parent[key]
    parent[key] = parent[other]
    parent[other] = value
  },
  (parent, key, random) => {
    const value = parent[key]
    const list = Array.isArray(value) ? value : [value]
    parent[key] = Array.from({ length: random.chance(0.003) ? 1_200 : 7 }, () => list).flat()
  },
]

const hostileValues: readonly unknown[] = [
  ...[true, 0, -0, -1, 0.5, 2 ** 53, 1e12, 1e15, 1e300, 5e-324],
  ...[[], {}, [null], [[]], { length: 3 }, ''],
]
const hostileTexts: readonly string[] = [
  ...'0 -1 +1 1e3 0x10 1. .5 NaN Infinity 1e999 41,20 ٤١ ４１ -0 101% -5% __proto__ null ../../etc [[[[[['.split(' '),
  ...[' 41.20', '\ud83d', '\u0000', '\u202ehidden', '<script>alert(1)</script>'],
  ...['{"payTypeName":"', '{"__proto__":{"polluted":true}}'],
  ...['9'.repeat(400), '0.'.padEnd(400, '1'), 'x'.repeat(5_000), '🐢'.repeat(400)],
]

function descend(tree: Tree, random: Random): Tree {
  const below = Object.values(tree).filter(isTree)
  return below.length === 0 || random.chance(0.3) ? tree : descend(random.pick(below), random)
}

function longestList(tree: Tree): [Record<string, unknown>, string] | null {
  let longest: [Record<string, unknown>, string] | null = null
  let length = 0
  for (const [key, value] of Object.entries(tree)) {
    if (!isTree(value)) continue
    const found: [Record<string, unknown>, string] | null = Array.isArray(value)
      ? [tree as Record<string, unknown>, key]
      : longestList(value)
    const size = JSON.stringify(found?.[0][found[1]] ?? '').length
    if (found !== null && size > length) [longest, length] = [found, size]
  }
  return longest
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
