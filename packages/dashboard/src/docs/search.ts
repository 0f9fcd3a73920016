import { findSearchEntries, type SearchEntry } from './find-search-entries.js'

export function startSearch(boxes: Iterable<HTMLElement>, say: (words: string) => void): void {
  const indexes = new Map<string, Promise<readonly SearchEntry[]>>()
  const load = (address: string): Promise<readonly SearchEntry[]> => {
    const known =
      indexes.get(address) ?? fetch(address).then((answer) => answer.json() as Promise<readonly SearchEntry[]>)
    indexes.set(address, known)
    // A question that failed may be asked again.
    known.catch(() => indexes.delete(address))
    return known
  }
  for (const box of boxes) startBox(box, () => load(box.dataset.index ?? ''), say)
}

function startBox(box: HTMLElement, load: () => Promise<readonly SearchEntry[]>, say: (words: string) => void): void {
  const input = box.querySelector('input')
  const list = box.querySelector<HTMLElement>('[role=listbox]')
  if (input === null || list === null) return
  let chosen = -1

  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')]

  function choose(next: number): void {
    const all = options()
    chosen = all.length === 0 ? -1 : (next + all.length) % all.length
    for (const [at, option] of all.entries()) option.setAttribute('aria-selected', String(at === chosen))
    input?.setAttribute('aria-activedescendant', all[chosen]?.id ?? '')
    all[chosen]?.scrollIntoView({ block: 'nearest' })
  }

  function show(found: readonly SearchEntry[]): void {
    list?.replaceChildren(...found.map((entry, at) => optionOf(entry, `${input?.id}-${at}`)))
    const isOpen = input?.value.trim() !== ''
    if (list !== null) list.hidden = !isOpen
    input?.setAttribute('aria-expanded', String(isOpen))
    if (isOpen && found.length === 0) list?.append(noneFound(list.dataset.none ?? ''))
    if (isOpen)
      say(
        found.length === 0
          ? (list?.dataset.none ?? '')
          : (list?.dataset.found ?? '').replace('{n}', String(found.length)),
      )
    choose(0)
  }

  function close(): void {
    if (list !== null) list.hidden = true
    input?.setAttribute('aria-expanded', 'false')
  }

  input.addEventListener('focus', () => void load().catch(() => {}))
  input.addEventListener('input', () => {
    const typed = input.value
    load().then(
      (entries) => {
        // An answer that comes late is not the answer to what stands there now.
        if (typed === input.value) show(findSearchEntries(entries, typed))
      },
      () => show([]),
    )
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') choose(chosen + (event.key === 'ArrowDown' ? 1 : -1))
    else if (event.key === 'Enter') options()[chosen]?.click()
    else if (event.key === 'Escape' && !list.hidden) close()
    else if (event.key === 'Escape') input.blur()
    else return
    event.preventDefault()
  })
  // A click on a result must not take the focus first, which would close the list under it.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  input.addEventListener('blur', close)
}

function optionOf([address, page, chapter]: SearchEntry, id: string): HTMLElement {
  const option = document.createElement('div')
  option.setAttribute('role', 'option')
  option.id = id
  option.addEventListener('click', () => location.assign(address))
  option.append(line('b', chapter || page), ...(chapter === '' ? [] : [line('span', page)]))
  return option
}

function noneFound(words: string): HTMLElement {
  const found = line('div', words)
  found.className = 'none-found'
  return found
}

function line(tag: 'b' | 'span' | 'div', text: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}
