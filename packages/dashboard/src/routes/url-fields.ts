export type UrlField<Value> = {
  readonly preset: Value
  /** `null` for text that means nothing: the value falls back, and the text vanishes from the address. */
  read(text: string): Value | null
  print(value: Value): string
}

export const choiceField = <const Word extends string>(words: readonly Word[], preset: Word): UrlField<Word> => ({
  preset,
  read: (text) => words.find((word) => word.toLowerCase() === text.toLowerCase()) ?? null,
  print: (word) => word,
})

export const textField = (longest: number): UrlField<string> => ({
  preset: '',
  read: (text) => (text.length <= longest ? text : null),
  print: (text) => text,
})

/** Plain digits with at most 12 before the point and 8 after it; empty without a preset. */
export const amountField = (preset = ''): UrlField<string> => ({
  preset,
  read: (text) => (/^(?!0+(\.0+)?$)\d{1,12}(\.\d{1,8})?$/.test(text) ? text : null),
  print: (text) => text,
})

export const flagField: UrlField<boolean> = {
  preset: false,
  read: (text) => (text === '1' ? true : text === '0' ? false : null),
  print: (value) => (value ? '1' : '0'),
}
