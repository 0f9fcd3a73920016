import { defineRoute } from '../../routes/route.js'
import type { UrlField } from '../../routes/url-fields.js'

export const loginRoute = defineRoute('/login', { next: sameOriginPath('/dev') })

/** An address of this server and no other: it begins with one slash, and a browser makes nothing else of it. */
export function sameOriginPath(preset: string): UrlField<string> {
  return { preset, read: readSameOriginPath, print: (text) => text }
}

function readSameOriginPath(text: string): string | null {
  if (!/^\/(?![/\\])/.test(text) || text.length > 2_000) return null
  const here = 'http://here.invalid'
  if (!URL.canParse(text, here)) return null
  const { origin, pathname, search, hash } = new URL(text, here)
  const plain = pathname + search + hash
  return origin === here && !pathname.startsWith('//') ? plain : null
}
