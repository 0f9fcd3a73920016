import { encoded } from '../http/compressor.js'
import type { BuiltPages } from './built-pages.js'

/** What every page of the guide holds ready, to be taken out of hiding. */
const hidden = '<aside class="simulated" hidden'

/** The built files where the exchanges never existed: pages of the guide say so on top and in their titles. */
export function withSimulatedGuide(built: BuiltPages): BuiltPages {
  const marked = new Map<string, Promise<Buffer>>()

  const mark = async (path: string): Promise<Buffer> => {
    const html = (await built.read(path, 'identity')).toString('utf8')
    return Buffer.from(html.replace(hidden, hidden.replace(' hidden', '')).replace('<title>', '<title>[SIM] '), 'utf8')
  }

  const once = (name: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const bytes = marked.get(name) ?? make()
    marked.set(name, bytes)
    // What could not be read is tried again.
    bytes.catch(() => marked.delete(name))
    return bytes
  }

  return {
    ...built,
    read: (path, encoding) => {
      if (!/^docs\/.*\.html$/.test(path)) return built.read(path, encoding)
      return once(`${encoding} ${path}`, async () => encoded[encoding](await once(path, () => mark(path))))
    },
  }
}
