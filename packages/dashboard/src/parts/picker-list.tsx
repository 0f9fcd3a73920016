import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import { Icon } from './icon.js'
import { findOptions, type Option } from './option-search.js'

type PickerListProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly freeText: number
  readonly onPick: (value: string) => void
  readonly onClose: () => void
}

export function PickerList({ label, value, options, freeText, onPick, onClose }: PickerListProps) {
  const { t } = useServices()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  )
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)

  const found = findOptions(options, typed)
  const isFree = freeText > 0 && typed.trim() !== '' && !found.some((one) => one.label === typed.trim())
  const shown = isFree ? [...found, { value: typed.trim(), label: `“${typed.trim()}”` }] : found

  useLayoutEffect(() => input.current?.focus(), [])

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function pick(option: Option | undefined): void {
    if (option !== undefined) onPick(option.value)
  }

  function onKey(event: KeyboardEvent): void {
    const last = shown.length - 1
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setActive(Math.min(last, active + 1)),
      ArrowUp: () => setActive(Math.max(0, active - 1)),
      PageDown: () => setActive(Math.min(last, active + 8)),
      PageUp: () => setActive(Math.max(0, active - 8)),
      Enter: () => pick(shown[active]),
      Escape: onClose,
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }

  return (
    <div class="pop-up">
      <div class="find">
        <Icon name="search" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown[active] === undefined ? undefined : `${id}-${active}`}
          aria-autocomplete="list"
          autocomplete="off"
          spellcheck={false}
          placeholder={t('act.search')}
          maxLength={freeText || 64}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKey}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={label}>
        {shown.map((option, at) => (
          // Keys are handled by the field above, which keeps the focus.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={option.value}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            class={option.value === value ? 'current' : undefined}
            onClick={() => pick(option)}
          >
            <span>{option.label}</span> {option.note && <span class="faint">{option.note}</span>}
            {option.value === value && <Icon name="yes" />}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p class="quiet none">{t('act.none_found')}</p>}
    </div>
  )
}
