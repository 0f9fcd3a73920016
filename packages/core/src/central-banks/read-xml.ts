/** One element of a document. Prefixes of names are left out: banks use one namespace at a time. */
export type XmlElement = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** Its own text, without that of its children. */
  readonly text: string
}

/**
 * Parse the subset of XML that rate lists use, from untrusted text. Never throws. Returns null for text that is broken,
 * too large, too deep or contains declarations. Without declarations no entity can grow or be fetched.
 */
export function readXml(text: string): XmlElement | null {
  if (text.length > maxCharacters) return null
  const open: Unfinished[] = []
  let root: Unfinished | null = null
  let elements = 0
  for (let at = 0; at < text.length; ) {
    const inner = open.at(-1)
    const start = text.indexOf('<', at)
    const said = plain(text.slice(at, start === -1 ? text.length : start))
    if (said === null || !tookText(inner, said)) return null
    if (start === -1) break
    mark.lastIndex = start
    const found = mark.exec(text)?.groups
    if (found === undefined) return null
    at = mark.lastIndex
    const { data, closed, tag, attributes: written = '', empty } = found
    if (data !== undefined && !tookText(inner, data)) return null
    if (closed !== undefined && open.pop()?.tag !== closed.trimEnd()) return null
    if (tag === undefined) continue
    const attributes = readAttributes(written)
    if (attributes === null) return null
    elements += 1
    if (elements > maxElements || open.length >= maxDepth) return null
    const element: Unfinished = { tag, name: localName(tag), attributes, children: [], text: '' }
    if (inner !== undefined) inner.children.push(element)
    else if (root === null) root = element
    else return null
    if (empty === '') open.push(element)
  }
  return open.length === 0 ? root : null
}

export const childrenNamed = ({ children }: XmlElement, name: string): readonly XmlElement[] =>
  children.filter((child) => child.name === name)

export const elementAt = (root: XmlElement, ...way: readonly string[]): XmlElement | null =>
  way.reduce<XmlElement | null>(
    (element, name) => (element === null ? null : (childrenNamed(element, name)[0] ?? null)),
    root,
  )

export const textAt = (root: XmlElement, ...way: readonly string[]): string =>
  elementAt(root, ...way)?.text.trim() ?? ''

type Unfinished = {
  /** As it is written, with its prefix: what closes it must be written the same. */
  readonly tag: string
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  text: string
}

/** The largest list that is read has 180 currencies in 30,000 characters. */
const maxCharacters = 500_000
const maxElements = 5_000
const maxDepth = 16
const maxAttributes = 20

/** Between the elements at the top nothing but blanks may stand. */
function tookText(element: Unfinished | undefined, text: string): boolean {
  if (element === undefined) return text.trim() === ''
  element.text += text
  return true
}

const name = '[A-Za-z_][\\w:.-]{0,99}'
const attribute = `\\s+(${name})\\s{0,9}=\\s{0,9}(?:"([^"<]*)"|'([^'<]*)')`
/** A declaration begins with `<!` and so is no element: it is refused like all that is not understood. */
const marks = [
  '<!--[^]*?-->',
  '<\\?[^]*?\\?>',
  '<!\\[CDATA\\[(?<data>[^]*?)\\]\\]>',
  '</(?<closed>[^>]*)>',
  `<(?<tag>${name})(?<attributes>(?:${attribute}){0,${maxAttributes}})\\s*(?<empty>/?)>`,
]
const mark = new RegExp(marks.join('|'), 'y')
const eachAttribute = new RegExp(attribute, 'g')

/** Null if one stands twice. */
function readAttributes(written: string): ReadonlyMap<string, string> | null {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single] of written.matchAll(eachAttribute)) {
    const value = plain(double ?? single ?? '')
    if (value === null || attributes.has(localName(name))) return null
    // `xmlns:x` declares a prefix; it would take the place of an attribute `x`.
    if (!name.startsWith('xmlns')) attributes.set(localName(name), value)
  }
  return attributes
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const named = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

/** With the five characters that have names and those written as numbers; `null` where another name stands. */
function plain(text: string): string | null {
  let [read, from] = ['', 0]
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', from)) {
    const end = text.indexOf(';', at)
    const name = text.slice(at + 1, Math.max(at + 1, end))
    const character = named.get(name) ?? numbered(name)
    if (character === undefined) return null
    read += text.slice(from, at) + character
    from = end + 1
  }
  return read + text.slice(from)
}

function numbered(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name) ?? []
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
