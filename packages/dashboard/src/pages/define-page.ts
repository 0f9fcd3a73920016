import type { ComponentType } from 'preact'
import type { IconName } from '../parts/icon.js'
import type { Route } from '../routes/route.js'
import type { PlainKey } from '../words/dictionary.js'

export type Page = {
  readonly route: Route<unknown>
  readonly load: () => Promise<ComponentType>
  /** Groups of texts needed in addition to the common ones. */
  readonly words: readonly string[]
  /** Position in the navigation. Without it, only links lead to the page. */
  readonly section?: Section
  /** Visitors without a session must log in first, then return here. */
  readonly needsAccount?: boolean
  /** The section that it is part of. */
  readonly within?: PlainKey
  /** The URL's fragment is a secret and leaves the address bar at once. */
  readonly hasSecret?: boolean
}

export type Section = {
  readonly word: PlainKey
  /** A shorter word for the bar at the bottom of a phone. */
  readonly short?: PlainKey
  readonly icon: IconName
  /** The second of two keys, after G. */
  readonly key: string
  /** Target of the key, if it is not the page itself. */
  readonly keyGoes?: { readonly word: PlainKey; readonly address: string }
  readonly isUnderMore?: boolean
}

/** A page by its route, its code and the groups of texts it needs. */
export const page = <State>(
  route: Route<State>,
  load: Page['load'],
  words: Page['words'],
  rest: Omit<Page, 'route' | 'load' | 'words'> = {},
): Page => ({ route: route as Route<unknown>, load, words, ...rest })
