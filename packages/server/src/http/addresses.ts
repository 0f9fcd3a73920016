import { type Endpoint, fullPath } from '@p2p-rates/contract'

export type Found<Value> = { readonly value: Value; readonly params: Readonly<Record<string, string>> }

/** Which endpoint lies at an address. Addresses are taken to the letter: neither case nor a slash at the end is forgiven. */
export type Addresses<Value> = {
  find(method: string, path: string): Found<Value> | null
  /** What can be done at this address, for those who tried something else. */
  methodsAt(path: string): readonly string[]
}

type Addressed = Pick<Endpoint, 'method' | 'path' | 'plan'>
type Entry<Value> = { readonly endpoint: Addressed; readonly value: Value }

export const createAddresses = <Value>(entries: readonly Entry<Value>[]): Addresses<Value> => {
  const known = entries.map(({ endpoint, value }) => ({
    value,
    methods: methodsOf(endpoint),
    steps: stepsOf(endpoint),
  }))
  const at = (path: string) => {
    const words = path.split('/')
    return known.flatMap(({ steps, ...entry }) => {
      const params = paramsOf(steps, words)
      return params === null ? [] : [{ ...entry, params }]
    })
  }
  return {
    find: (method, path) => at(path).find(({ methods }) => methods.includes(method)) ?? null,
    methodsAt: (path) => [...new Set(at(path).flatMap(({ methods }) => methods))].sort(),
  }
}

/** Whoever may read may also ask for the head of it. */
const methodsOf = ({ method }: Addressed): readonly string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method])

type Step = { readonly word: string } | { readonly param: string }

const stepsOf = (endpoint: Addressed): readonly Step[] =>
  fullPath(endpoint)
    .split('/')
    .map((word) => (/^\{\w+\}$/.test(word) ? { param: word.slice(1, -1) } : { word }))

const paramsOf = (steps: readonly Step[], words: readonly string[]): Readonly<Record<string, string>> | null => {
  if (steps.length !== words.length) return null
  const params = new Map<string, string>()
  for (const [place, step] of steps.entries()) {
    const word = words[place] ?? ''
    if ('word' in step) {
      if (step.word !== word) return null
    } else if (word === '') return null
    else params.set(step.param, decoded(word))
  }
  return Object.fromEntries(params)
}

/** What cannot be decoded is no id of ours, as it stands. */
const decoded = (word: string): string => {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}
