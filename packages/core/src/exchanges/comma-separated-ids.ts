export const commaSeparatedIds = (text: string): readonly string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
