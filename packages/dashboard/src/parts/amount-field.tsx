import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { readAmount, readPrice, twoReadings } from '../formats/read-amount.js'
import { useServices } from '../services-context.js'
import type { Translator } from '../words/translator.js'
import './amount-field.css'

export type AmountFieldProps = {
  readonly label: string
  /** Plain digits; empty when there is none. */
  readonly value: string
  readonly placeholder?: string
  /** The user has not typed the value: a click selects all of it, so that typing replaces it. */
  readonly isSuggested?: boolean
  /** Called after each letter that leaves an amount, or none. */
  readonly onType: (amount: string) => void
  /** Called when the field begins or ceases to show an invalid text, for which `onType` is not called. */
  readonly onWrong?: (isWrong: boolean) => void
  /** Focuses it from outside, by counting up. */
  readonly focused?: number
  /** Nothing is an amount, too. */
  readonly takesZero?: boolean
  /** Nothing and less than nothing are amounts, too. */
  readonly takesAny?: boolean
  /** Three decimals are usual: 44.955 has one reading, and 45,9 is 45.9. */
  readonly isPrice?: boolean
  readonly size?: 'usual' | 'large' | 'short' | 'large short'
}

/** An amount as people type it. It is written back grouped when the field is left. */
export function AmountField({
  label,
  value,
  placeholder,
  isSuggested = false,
  onType,
  onWrong,
  focused = 0,
  takesAny = false,
  takesZero = takesAny,
  isPrice = takesZero,
  size = 'usual',
}: AmountFieldProps) {
  const { translator, numbers } = useServices()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const twoOf = (text: string | null) => (isPrice || text === null ? null : twoReadings(text, translator.lang))

  function readPlain(text: string): string | null {
    if (takesZero && isZero(text)) return '0'
    const readText = isPrice ? readPrice : readAmount
    // A mark at the end is the beginning of a fraction.
    return twoOf(text) === null ? readText(text.replace(/(?<=\d)[.,]\s*$/, ''), translator.lang) : null
  }

  function read(text: string): string | null {
    const { sign, digits } = signAndDigits(text)
    const amount = readPlain(digits)
    if (sign === '' || amount === null) return amount
    if (!takesAny) return null
    return amount === '0' ? amount : `-${amount}`
  }

  const two = twoOf(typed)
  const isWrong = typed !== null && typed.trim() !== '' && read(typed) === null

  useLayoutEffect(() => {
    if (!isWrong) return
    onWrong?.(true)
    return () => onWrong?.(false)
  }, [isWrong])

  // At once: who types on after the key that leads here loses no letter.
  useLayoutEffect(() => {
    if (focused > 0) field.current?.select()
  }, [focused])

  return (
    <span class="amount-field">
      <input
        ref={field}
        class={`field num ${size}`}
        type="text"
        // The digits of some phones have no minus.
        inputMode={takesAny ? 'text' : 'decimal'}
        autocomplete="off"
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? id : undefined}
        placeholder={placeholder}
        maxLength={24}
        value={typed ?? (value === '' ? '' : numbers.grouped(Number(value)))}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          const amount = read(currentTarget.value)
          if (amount !== null) onType(amount)
          else if (currentTarget.value.trim() === '') onType('')
        }}
        onClick={({ currentTarget }) => isSuggested && typed === null && currentTarget.select()}
        // The keys of the page act again.
        onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
        onBlur={() => {
          if (!isWrong) setTyped(null)
        }}
      />
      {isWrong && (
        <span id={id} class="is-bad small">
          {two === null
            ? causeOf(typed, takesZero, translator)
            : translator.t('amount.two', { one: two[0], other: two[1] })}
        </span>
      )}
    </span>
  )
}

function signAndDigits(text: string): { readonly sign: string; readonly digits: string } {
  const [, sign = '', digits = ''] = /^\s*([-−]?)(.*)$/.exec(text) ?? []
  return { sign, digits }
}

const isZero = (text: string): boolean => /^0+([.,]0*)?$/.test(text.trim())

function causeOf(typed: string, takesZero: boolean, { t, lang }: Translator): string {
  const { sign, digits } = signAndDigits(typed)
  if (!isZero(digits) && (sign === '' || readPrice(digits, lang) === null)) return t('amount.wrong')
  return t(takesZero ? 'amount.below_zero' : 'amount.not_above_zero')
}
