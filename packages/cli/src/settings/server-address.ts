/** The whole address of a server: `localhost:8080` and `rates.example.com` without their scheme. Null if it is none. */
export function serverAddress(text: string): string | null {
  const typed = text.trim()
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(typed)
  if (!hasScheme && !/^(localhost|\[[\da-f:]+\]|[\w-]+(\.[\w-]+)+)(:\d{1,5})?(\/|$)/i.test(typed)) return null
  const whole = hasScheme ? typed : `${isHere(typed) ? 'http' : 'https'}://${typed}`
  return URL.canParse(whole) && /^https?:$/.test(new URL(whole).protocol) ? whole : null
}

/** This machine has no certificate. */
const isHere = (address: string): boolean => /^(localhost|127\.|\[::1\])/i.test(address)
