import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from './icon.js'
import { lazyPart } from './lazy-part.js'
import type { Option } from './option-search.js'
import './picker.css'

const PickerList = lazyPart(async () => (await import('./picker-list.js')).PickerList)

type PickerProps<Value extends string> = {
  readonly label: string
  readonly children: ComponentChildren
  readonly value: string
  readonly options: readonly Option<Value>[]
  readonly onPick: (value: Value) => void
  /** Maximum length of a typed value that is on no list; 0 allows only listed values. */
  readonly freeText?: number
  /** Opens it from outside, by counting up. */
  readonly opened?: number
  readonly size?: 'usual' | 'large'
}

export function Picker<Value extends string>(props: PickerProps<Value>) {
  const { label, children, value, options, onPick, freeText = 0, opened = 0, size = 'usual' } = props
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function close(): void {
    setOpen(false)
    button.current?.focus()
  }

  function pick(picked: string): void {
    close()
    // Only a picker of any text takes free text, so a picked value is one of its options.
    if (picked !== value) onPick(picked as Value)
  }

  // The list loads after the first paint and before the first click, so that typing after the opening key is not lost.
  useEffect(() => void PickerList.load().catch(() => {}), [])

  useLayoutEffect(() => {
    if (opened > 0) setOpen(true)
  }, [opened])

  useLayoutEffect(() => {
    if (!isOpen) return
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

  return (
    <div class={`picker ${size}`} ref={box}>
      <button
        ref={button}
        type="button"
        class="field"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={isOpen ? close : () => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <span class="heard">{label}: </span>
        <span class="picked">{children}</span>
        <Icon name="down" size={12} />
      </button>
      {isOpen && (
        <PickerList label={label} value={value} options={options} freeText={freeText} onPick={pick} onClose={close} />
      )}
    </div>
  )
}
