import type { PlainKey } from '../words/dictionary.js'

/** Key and its action. `g m` means one key after the other. */
export type Acting = { readonly keys: string; act(): void }

export type Shortcut = Acting & {
  readonly word: PlainKey
  /** The word is a page's name: the key goes there. */
  readonly goes?: true
}

export type Keys<One extends Acting = Shortcut> = {
  /** Add the keys of a component; the returned function removes them. */
  add(shortcuts: readonly One[]): () => void
  /** All keys that act now, the newest last. */
  list(): readonly One[]
  isOn: boolean
  stop(): void
}

const secondKeyMs = 1_500

/** Single-key shortcuts of a page. Off while the user types, holds a modifier key or has a dialog open. */
export function createKeys<One extends Acting = Shortcut>(
  document: Document,
  now: () => number,
  isOn: boolean,
): Keys<One> {
  let groups: (readonly One[])[] = []
  let before: { readonly key: string; readonly atMs: number } | null = null

  const list = () => groups.flat()

  function onKey(event: KeyboardEvent): void {
    if (!keys.isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return
    const key = event.key.toLowerCase()
    const typed = before !== null && now() - before.atMs < secondKeyMs ? `${before.key} ${key}` : key
    const found = list().findLast((one) => one.keys === typed) ?? list().findLast((one) => one.keys === key)
    before = found === undefined && list().some((one) => one.keys.startsWith(`${key} `)) ? { key, atMs: now() } : null
    if (found === undefined) return
    event.preventDefault()
    found.act()
  }

  document.addEventListener('keydown', onKey)

  const keys: Keys<One> = {
    add: (shortcuts) => {
      groups = [...groups, shortcuts]
      return () => {
        groups = groups.filter((group) => group !== shortcuts)
      }
    },
    list,
    isOn,
    stop: () => document.removeEventListener('keydown', onKey),
  }
  return keys
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]')
