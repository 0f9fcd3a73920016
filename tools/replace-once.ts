export const replaceOnce = (text: string, search: string, replacement: string): string => {
  const places = text.split(search).length - 1
  if (places !== 1) throw new Error(`${places} places read ${JSON.stringify(search)}; there must be one`)
  return text.replace(search, () => replacement)
}
