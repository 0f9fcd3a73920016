const severities: Readonly<Record<number, readonly [word: string, colour: string]>> = {
  20: ['DEBUG', '2'],
  30: ['INFO ', '32'],
  40: ['WARN ', '33'],
  50: ['ERROR', '31'],
}

export function prettyLine(json: string, isColoured: boolean): string {
  const written: Record<string, unknown> = JSON.parse(json)
  const { level, time, message, fault, stack, ...about } = written
  const [word, colour] = severities[Number(level)] ?? ['     ', '0']
  const paint = (text: string, code: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)
  const fields = Object.entries(about).map(
    ([name, value]) => `${paint(`${name}=`, '2')}${stripControlChars(String(value))}`,
  )
  const parts = [
    paint(String(time).slice(11, 19), '2'),
    paint(word, colour),
    stripControlChars(String(message)),
    ...fields,
    ...(fault === undefined ? [] : [paint(stripControlChars(String(fault)), colour)]),
  ]
  const trace =
    stack === undefined ? '' : `\n${paint(String(stack).split('\n').map(stripControlChars).join('\n'), '2')}`
  return `${parts.join('  ')}${trace}\n`
}

/** Control characters could move the cursor, forge log lines or reverse text on a terminal. */
export const stripControlChars = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
