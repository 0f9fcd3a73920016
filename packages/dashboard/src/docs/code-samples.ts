import { copyText } from '../parts/copy-text.js'
import type { Settings } from '../settings.js'

/** Server address in the guide's samples, replaced by the address of this page. */
const usual = 'http://127.0.0.1:8080'

export function startCodeSamples(
  figures: Iterable<HTMLElement>,
  settings: Settings,
  say: (words: string) => void,
): void {
  const all = [...figures]
  for (const figure of all) {
    for (const code of figure.querySelectorAll('[data-asks-here] code'))
      if (code.textContent.includes(usual)) code.textContent = code.textContent.replaceAll(usual, location.origin)
    figure.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return
      settings.set('sample', target.value)
      for (const other of all) choose(other, target.value)
    })
    for (const button of figure.querySelectorAll<HTMLElement>('.copy-code'))
      button.addEventListener('click', async () => {
        const done = await copyText(button.closest('section')?.querySelector('code')?.textContent ?? '')
        const words = (done ? button.dataset.copied : button.dataset.notCopied) ?? ''
        say(words)
        showFor2Seconds(button, words)
      })
    choose(figure, settings.get('sample'))
  }
}

function choose(figure: HTMLElement, language: string): void {
  for (const input of figure.querySelectorAll<HTMLInputElement>('input[type=radio]'))
    if (input.value === language) input.checked = true
}

function showFor2Seconds(button: HTMLElement, words: string): void {
  const label = button.querySelector('span')
  const before = button.dataset.label ?? label?.textContent ?? ''
  button.dataset.label = before
  if (label === null) return
  label.textContent = words
  setTimeout(() => {
    label.textContent = before
  }, 2_000)
}
