/** "13, 23" → 13 and 23; an empty text lists nothing. */
export const commaIds = (text: string): readonly string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
