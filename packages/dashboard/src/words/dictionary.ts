import type { en } from './en.js'

type English = typeof en

/** A sentence by its name: `area.thing.detail`. */
export type Key = keyof English

export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

export type Dictionary = Readonly<{ [Name in Key]: English[Name] extends string ? string : Plural }>

export type Translation<Area> = Readonly<{ [Name in keyof Area]: Area[Name] extends string ? string : Plural }>

type SlotsIn<Text> = Text extends `${string}{${infer Slot}}${infer Rest}` ? Slot | SlotsIn<Rest> : never

export type SlotOf<Name extends Key> = English[Name] extends string
  ? SlotsIn<English[Name]>
  : SlotsIn<English[Name][keyof English[Name]]>

/** The values of its slots; a sentence in several forms takes the number as `n`. */
export type Slots<Name extends Key, Value> = { readonly [Slot in SlotOf<Name>]: Value } & (English[Name] extends string
  ? unknown
  : { readonly n: number })

export type PlainKey = {
  [Name in Key]: English[Name] extends string ? ([SlotsIn<English[Name]>] extends [never] ? Name : never) : never
}[Key]

/** A sentence without slots is asked for by its name alone. */
export type Filling<Name extends Key, Value> = [SlotOf<Name>] extends [never]
  ? English[Name] extends string
    ? readonly []
    : readonly [slots: Slots<Name, Value>]
  : readonly [slots: Slots<Name, Value>]
