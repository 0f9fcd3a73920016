import type { Language } from './language.js'

export function documentationFileNames(path: string): readonly string[] {
  const name = path.slice(1)
  if (/^llms(-full)?\.txt$/.test(name)) return [name]
  return name.startsWith('docs/') ? [`${name}.html`, name] : []
}

/** Returns redirect targets for an incomplete documentation path, best first. */
export function documentationRedirects(path: string, language: Language): readonly string[] {
  if (path === '/docs' || path === '/docs/') return [`/docs/${language}/quick-start`, '/docs/quick-start']
  return path.startsWith('/docs/') && path.endsWith('/') ? [path.slice(0, -1)] : []
}
