type Environment = Readonly<Record<string, string | undefined>>

/** Opens an address in the user's browser. `false` where none can be opened. No shell reads the address. */
export async function openBrowser(url: string, environment: Environment): Promise<boolean> {
  const [program, ...words] = browserOf(environment, process.platform)
  if (program === undefined) return false
  const { spawn } = await import('node:child_process')
  return new Promise((done) => {
    const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true })
    child.once('error', () => done(false))
    child.once('spawn', () => {
      child.unref()
      done(true)
    })
  })
}

/** The program and its first arguments; nothing where no window can be shown. */
export function browserOf(environment: Environment, platform: NodeJS.Platform): readonly string[] {
  const { BROWSER, DISPLAY, WAYLAND_DISPLAY } = environment
  // Several may be named, as in a PATH. The first one is tried.
  if (BROWSER) return BROWSER.split(':', 1)[0]?.replace('%s', '').trim().split(/\s+/) ?? []
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : []
}
