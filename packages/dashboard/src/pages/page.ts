import type { ComponentType } from 'preact'
import type { IconName } from '../parts/icon.js'
import type { Route } from '../routes/route.js'
import type { PlainKey } from '../words/dictionary.js'

/** A page as the frame knows it before the page itself is loaded. */
export type Page = {
  readonly route: Route<unknown>
  readonly load: () => Promise<ComponentType>
  /** Areas of sentences that it needs beside the common ones. */
  readonly words: readonly string[]
  /** Where it stands among the sections; a page without is reached by links. */
  readonly section?: Section
  /** Asks who does not have a session to log in, and comes back. */
  readonly needsAccount?: boolean
  /** The section that it is part of. */
  readonly within?: PlainKey
  /** What stands after the # of its address is a secret, which leaves the address bar at once. */
  readonly hasSecret?: boolean
}

export type Section = {
  readonly word: PlainKey
  /** A shorter word for the bar at the bottom of a phone. */
  readonly short?: PlainKey
  readonly icon: IconName
  /** The second of two keys, after G. */
  readonly key: string
  /** Where that key goes, unless to the page itself. */
  readonly keyGoes?: { readonly word: PlainKey; readonly address: string }
  /** On a phone it stands under More. */
  readonly isUnderMore?: boolean
}

/** Types a page. What it needs itself is loaded when it is opened. */
export const definePage = <State>(page: Omit<Page, 'route'> & { readonly route: Route<State> }): Page => ({
  ...page,
  route: page.route as Route<unknown>,
})
