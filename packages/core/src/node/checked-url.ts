/** A mistyped address is the operator's mistake and shows at start, not as an exchange that is down. */
export function checkedUrl(text: string, protocols: readonly string[]): string {
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
  throw new Error(`An address must begin with ${protocols.join('// or ')}// and be complete.`)
}
