import type { MethodContext } from '../payments/match-method.js'
import { createMethodFilter } from '../payments/method-filter.js'

/** Payment methods to include and exclude. Each is part of a name, or an id or alias of the dictionary. */
export type WantedMethods = {
  /** Any of these will do; every way to pay where it is empty. */
  readonly oneOf: readonly string[]
  readonly noneOf: readonly string[]
}

export const allMethods: WantedMethods = { oneOf: [], noneOf: [] }

export const onlyMethod = (name: string | null): WantedMethods =>
  name === null ? allMethods : { oneOf: [name], noneOf: [] }

export const wantsAllMethods = ({ oneOf, noneOf }: WantedMethods): boolean => oneOf.length === 0 && noneOf.length === 0

/** Create a filter for ads that accept at least one wanted method. The caller chooses, so others do not matter. */
export function createWantedFilter({ oneOf, noneOf }: WantedMethods) {
  const wanted = oneOf.map(createMethodFilter)
  const unwanted = noneOf.map(createMethodFilter)
  return (names: readonly string[], context?: MethodContext): boolean =>
    names.some(
      (name) =>
        (wanted.length === 0 || wanted.some((accepts) => accepts([name], context))) &&
        !unwanted.some((accepts) => accepts([name], context)),
    )
}
