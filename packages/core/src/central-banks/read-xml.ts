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
    const mark = markAt(text, start)
    if (mark === null) return null
    at = mark.end
    if (mark.kind === 'text' && !tookText(inner, mark.text)) return null
    if (mark.kind === 'close' && open.pop()?.tag !== mark.tag) return null
    if (mark.kind !== 'open') continue
    elements += 1
    if (elements > maxElements || open.length >= maxDepth) return null
    const element: Unfinished = { ...mark, name: localName(mark.tag), children: [], text: '' }
    if (inner !== undefined) inner.children.push(element)
    else if (root === null) root = element
    else return null
    if (!mark.isEmpty) open.push(element)
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

type Mark = { readonly end: number } & (
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'close'; readonly tag: string }
  | {
      readonly kind: 'open'
      readonly tag: string
      readonly attributes: ReadonlyMap<string, string>
      readonly isEmpty: boolean
    }
)

function markAt(text: string, start: number): Mark | null {
  if (text.startsWith('<!--', start)) return enclosed(text, start + 4, '-->', () => ({ kind: 'nothing' }))
  if (text.startsWith('<?', start)) return enclosed(text, start + 2, '?>', () => ({ kind: 'nothing' }))
  if (text.startsWith('<![CDATA[', start))
    return enclosed(text, start + 9, ']]>', (data) => ({ kind: 'text', text: data }))
  if (text.startsWith('</', start))
    return enclosed(text, start + 2, '>', (tag) => ({ kind: 'close', tag: tag.trimEnd() }))
  return openingAt(text, start + 1)
}

type Bare<Each = Mark> = Each extends unknown ? Omit<Each, 'end'> : never

function enclosed(text: string, from: number, end: string, mark: (inside: string) => Bare): Mark | null {
  const to = text.indexOf(end, from)
  return to === -1 ? null : ({ ...mark(text.slice(from, to)), end: to + end.length } as Mark)
}

const nameForm = /[A-Za-z_][\w:.-]{0,99}/y
const attributeForm = /\s+([A-Za-z_][\w:.-]{0,99})\s{0,9}=\s{0,9}(?:"([^"<]*)"|'([^'<]*)')/y
const endForm = /\s*(\/?)>/y

/** A declaration begins with `<!` and so is no element: it is refused like all that is not understood. */
function openingAt(text: string, from: number): Mark | null {
  const tag = matchAt(nameForm, text, from)?.[0]
  if (tag === undefined) return null
  const attributes = new Map<string, string>()
  let at = from + tag.length
  for (let found = matchAt(attributeForm, text, at); found !== null; found = matchAt(attributeForm, text, at)) {
    const [whole, name = '', double, single] = found
    const value = plain(double ?? single ?? '')
    if (value === null || attributes.has(localName(name)) || attributes.size >= maxAttributes) return null
    // `xmlns:x` declares a prefix; it would take the place of an attribute `x`.
    if (!name.startsWith('xmlns')) attributes.set(localName(name), value)
    at += whole.length
  }
  const end = matchAt(endForm, text, at)
  return end === null ? null : { kind: 'open', tag, attributes, isEmpty: end[1] === '/', end: at + end[0].length }
}

function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at
  return form.exec(text)
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** With the five characters that have names and those written as numbers; `null` where another name stands. */
function plain(text: string): string | null {
  if (!text.includes('&')) return text
  const [first = '', ...rest] = text.split('&')
  let read = first
  for (const part of rest) {
    const end = part.indexOf(';')
    const name = part.slice(0, Math.max(0, end))
    const character = named.get(name) ?? numbered(name)
    if (character === undefined) return null
    read += character + part.slice(end + 1)
  }
  return read
}

function numbered(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name) ?? []
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
