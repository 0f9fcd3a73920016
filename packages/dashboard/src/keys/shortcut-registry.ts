import type { PlainKey } from '../words/dictionary.js'

/** Key and its action. `g m` means one key after the other. */
export type KeyBinding = { readonly keys: string; act(): void }

export type Shortcut = KeyBinding & {
  readonly word: PlainKey
  /** The word is a page's name: the key goes there. */
  readonly isNavigation?: true
}

export type ShortcutRegistry<One extends KeyBinding = Shortcut> = {
  /** Add the keys of a component; the returned function removes them. */
  add(shortcuts: readonly One[]): () => void
  /** All keys that act now, the newest last. */
  list(): readonly One[]
  isOn: boolean
  detachKeys(): void
}

const secondKeyMs = 1_500

/** Single-key shortcuts of a page. Off while the user types, holds a modifier key or has a dialog open. */
export function createShortcutRegistry<One extends KeyBinding = Shortcut>(
  document: Document,
  now: () => number,
  isOn: boolean,
): ShortcutRegistry<One> {
  let groups: (readonly One[])[] = []
  let prefixKey: { readonly key: string; readonly atMs: number } | null = null

  const list = () => groups.flat()

  function onKey(event: KeyboardEvent): void {
    if (!keys.isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return
    const key = event.key.toLowerCase()
    const typed = prefixKey !== null && now() - prefixKey.atMs < secondKeyMs ? `${prefixKey.key} ${key}` : key
    const found = list().findLast((one) => one.keys === typed) ?? list().findLast((one) => one.keys === key)
    prefixKey =
      found === undefined && list().some((one) => one.keys.startsWith(`${key} `)) ? { key, atMs: now() } : null
    if (found === undefined) return
    event.preventDefault()
    found.act()
  }

  document.addEventListener('keydown', onKey)

  const keys: ShortcutRegistry<One> = {
    add: (shortcuts) => {
      groups = [...groups, shortcuts]
      return () => {
        groups = groups.filter((group) => group !== shortcuts)
      }
    },
    list,
    isOn,
    detachKeys: () => document.removeEventListener('keydown', onKey),
  }
  return keys
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]')
