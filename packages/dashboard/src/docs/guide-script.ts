import { createShortcutRegistry, type KeyBinding } from '../keys/shortcut-registry.js'
import { createSettings } from '../settings.js'
import { keepLanguage } from '../words/keep-language.js'
import { startCodeSamples } from './code-samples.js'
import { startSearch } from './search.js'
import { showAccount } from './show-account.js'

/** Script of the guide. Its text is complete without it. */
const settings = createSettings(() => localStorage)
const find = <Kind extends HTMLElement>(selector: string): Kind[] => [...document.querySelectorAll<Kind>(selector)]

const status = document.querySelector('[role=status]')
function showStatus(words: string): void {
  if (status !== null) status.textContent = words
}

const keys = createShortcutRegistry<KeyBinding>(document, () => Date.now(), settings.get('keys') === 'on')
const [keyList] = find<HTMLDialogElement>('.key-dialog')
const sections = find<HTMLAnchorElement>('.sections a').map((link) => ({
  keys: `g ${link.dataset.key}`,
  act: () => link.click(),
}))
keys.add([...sections, { keys: '/', act: enterSearch }, { keys: '?', act: () => keyList?.showModal() }])

/** On a phone the search is in the menu. */
function enterSearch(): void {
  const [menu] = find<HTMLDetailsElement>('.guide-menu')
  const isPhone = menu !== undefined && menu.offsetParent !== null
  if (isPhone) menu.open = true
  document.querySelector<HTMLElement>(isPhone ? '.guide-menu input' : '.guide-side input')?.focus()
}

startSearch(find('.guide-search'), showStatus)
startCodeSamples(find('.samples'), settings, showStatus)

const [switchOfKeys] = find<HTMLInputElement>('.key-dialog input')
if (switchOfKeys !== undefined) {
  switchOfKeys.checked = keys.isOn
  switchOfKeys.addEventListener('change', () => {
    keys.isOn = switchOfKeys.checked
    settings.set('keys', keys.isOn ? 'on' : 'off')
  })
}
for (const button of find('.foot .keys')) button.addEventListener('click', () => keyList?.showModal())
for (const button of find('.foot .theme')) startTheme(button)
// A language chosen here applies to all pages.
for (const link of find<HTMLAnchorElement>('a[hreflang][lang]'))
  link.addEventListener('click', () => keepLanguage(link.lang, settings, document))
void showAccount(document, settings, (path) => fetch(path, { headers: { accept: 'application/json' } }))

function startTheme(button: HTMLElement): void {
  const words = JSON.parse(button.dataset.words ?? '{}') as Readonly<Record<string, string>>
  const themes = Object.keys(words)
  const now = () => Math.max(0, themes.indexOf(settings.get('theme')))
  const draw = () => {
    button.textContent = (button.dataset.word ?? '').replace('{theme}', words[themes[now()] ?? ''] ?? '')
  }
  button.addEventListener('click', () => {
    settings.set('theme', themes[(now() + 1) % themes.length] ?? 'system')
    dispatchEvent(new Event('p2p-theme'))
    draw()
  })
  draw()
}
