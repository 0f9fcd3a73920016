import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useServices } from '../services.js'
import { Icon } from './icon.js'
import { findOptions, type Option } from './option-search.js'
import './picker.css'

type PickerProps = {
  /** What is picked, for who does not see it. */
  readonly label: string
  /** What is picked now, as the button shows it. */
  readonly children: ComponentChildren
  readonly value: string
  readonly options: readonly Option[]
  readonly onPick: (value: string) => void
  /** Also takes what is typed, though it is on no list: at most so many letters. */
  readonly freeText?: number
  /** Opens it from outside, by counting up. */
  readonly opened?: number
  readonly size?: 'usual' | 'large'
}

/** One of a long list, found by typing. `Esc` closes it, and the focus goes back to the button. */
export function Picker(props: PickerProps) {
  const { label, children, value, onPick, freeText = 0, opened = 0, size = 'usual' } = props
  const { say } = useServices().speech
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)

  const found = findOptions(props.options, typed)
  const isFree = freeText > 0 && typed.trim() !== '' && !found.some((one) => one.label === typed.trim())
  const options = isFree ? [...found, { value: typed.trim(), label: `“${typed.trim()}”` }] : found

  function open(): void {
    setTyped('')
    setActive(
      Math.max(
        0,
        props.options.findIndex((option) => option.value === value),
      ),
    )
    setOpen(true)
  }

  function close(): void {
    setOpen(false)
    button.current?.focus()
  }

  function pick(option: Option | undefined): void {
    if (option === undefined) return
    close()
    if (option.value !== value) onPick(option.value)
  }

  // At once, like the focus: who types on after the key that opens it loses no letter.
  useLayoutEffect(() => {
    if (opened > 0) open()
  }, [opened])

  useLayoutEffect(() => {
    if (!isOpen) return
    input.current?.focus()
    const leave = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active])

  function onKey(event: KeyboardEvent): void {
    const last = options.length - 1
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setActive(Math.min(last, active + 1)),
      ArrowUp: () => setActive(Math.max(0, active - 1)),
      PageDown: () => setActive(Math.min(last, active + 8)),
      PageUp: () => setActive(Math.max(0, active - 8)),
      Enter: () => pick(options[active]),
      Escape: close,
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }

  return (
    <div class={`picker ${size}`} ref={box}>
      <button
        ref={button}
        type="button"
        class="field"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={isOpen ? close : open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          open()
        }}
      >
        <span class="heard">{label}: </span>
        <span class="picked">{children}</span>
        <Icon name="down" size={12} />
      </button>
      {isOpen && (
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
              aria-activedescendant={options[active] === undefined ? undefined : `${id}-${active}`}
              aria-autocomplete="list"
              autocomplete="off"
              spellcheck={false}
              placeholder={say('act.search')}
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
            {options.map((option, at) => (
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
          {options.length === 0 && <p class="quiet none">{say('act.none_found')}</p>}
        </div>
      )}
    </div>
  )
}
