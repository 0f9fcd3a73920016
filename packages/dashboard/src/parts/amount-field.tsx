import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Numbers } from '../formats/numbers.js'
import { isTooLong, readAmount, readPrice, twoReadings } from '../formats/read-amount.js'
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
  /** Called after each letter: with the amount, or with '' if the text is empty or invalid. */
  readonly onType: (amount: string) => void
  /** Called when the field begins or ceases to show an invalid text. */
  readonly onWrong?: (isWrong: boolean) => void
  /** Focuses it from outside, by counting up. */
  readonly focused?: number
  /** Nothing is an amount, too. */
  readonly takesZero?: boolean
  /** Nothing and less than nothing are amounts, too. */
  readonly takesAny?: boolean
  /** Three decimals are usual: 44.955 has one reading, and 45,9 is 45.9. */
  readonly isPrice?: boolean
  readonly most?: number
  /** A count: decimals are invalid. */
  readonly isWhole?: boolean
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
  most = Number.POSITIVE_INFINITY,
  isWhole = false,
  size = 'usual',
}: AmountFieldProps) {
  const { translator, numbers } = useServices()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const demands = { takesAny, takesZero, isPrice, most, isWhole }
  const read = (text: string) => readTyped(text, demands, translator.lang)
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
          onType(read(currentTarget.value) ?? '')
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
          {causeOf(typed, demands, translator, numbers)}
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

type Demands = Required<Pick<AmountFieldProps, 'takesAny' | 'takesZero' | 'isPrice' | 'most' | 'isWhole'>>

function readTyped(typed: string, demands: Demands, lang: string): string | null {
  const { sign, digits } = signAndDigits(typed)
  const amount = readPlain(digits, demands, lang)
  if (amount === null || Number(amount) > demands.most || (demands.isWhole && amount.includes('.'))) return null
  if (sign === '') return amount
  if (!demands.takesAny) return null
  return amount === '0' ? amount : `-${amount}`
}

function readPlain(digits: string, { takesZero, isPrice }: Demands, lang: string): string | null {
  if (takesZero && isZero(digits)) return '0'
  // A mark at the end is the beginning of a fraction.
  const text = digits.replace(/(?<=\d)[.,]\s*$/, '')
  if (isPrice) return readPrice(text, lang)
  return twoReadings(digits, lang) === null ? readAmount(text, lang) : null
}

function causeOf(
  typed: string,
  { takesZero, isPrice, most, isWhole }: Demands,
  { t, lang }: Translator,
  numbers: Numbers,
) {
  const two = isPrice ? null : twoReadings(typed, lang)
  if (two !== null) return t('amount.two', { one: two[0], other: two[1] })
  const { sign, digits } = signAndDigits(typed)
  const amount = isZero(digits) ? '0' : readPrice(digits, lang)
  if (amount === null) return t(isTooLong(digits, lang) ? 'amount.too_long' : 'amount.wrong')
  if (sign !== '' || amount === '0') return t(takesZero ? 'amount.below_zero' : 'amount.not_above_zero')
  if (isWhole) return t('amount.whole', { most: numbers.grouped(most) })
  return Number(amount) > most ? t('amount.most', { most: numbers.grouped(most) }) : t('amount.wrong')
}
