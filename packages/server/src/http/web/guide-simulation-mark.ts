import { encoders } from '../compressor.js'
import type { BuiltPages } from './built-pages.js'

const hidden = '<aside class="simulated" hidden'

/** Built files for simulated exchanges: guide pages show a mark at the top and in the title. */
export function withGuideSimulationMark(built: BuiltPages): BuiltPages {
  const marked = new Map<string, Promise<Buffer>>()

  const mark = async (path: string): Promise<Buffer> => {
    const html = (await built.read(path, 'identity')).toString('utf8')
    return Buffer.from(html.replace(hidden, hidden.replace(' hidden', '')).replace('<title>', '<title>[SIM] '), 'utf8')
  }

  const once = (name: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const bytes = marked.get(name) ?? make()
    marked.set(name, bytes)
    // Allow a retry after a failed read.
    bytes.catch(() => marked.delete(name))
    return bytes
  }

  return {
    ...built,
    read: (path, encoding) => {
      if (!/^docs\/.*\.html$/.test(path)) return built.read(path, encoding)
      return once(`${encoding} ${path}`, async () => encoders[encoding](await once(path, () => mark(path))))
    },
  }
}
