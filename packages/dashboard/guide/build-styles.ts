import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { browsers } from '../browsers.js'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export async function buildStyles(dist: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: source('../src'),
    logLevel: 'error',
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: browsers,
      rolldownOptions: { input: source('../src/docs/docs.css') },
    },
  })
  const files = 'output' in built ? built.output.map(({ fileName }) => fileName) : []
  const [styles] = files
  if (styles === undefined || files.length > 1) throw new Error(`One file of styles was to be built, not ${files}.`)
  return `/${styles}`
}
