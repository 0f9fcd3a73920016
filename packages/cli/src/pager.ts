type Environment = Readonly<Record<string, string | undefined>>

/** The program that shows long texts page by page, as the user set it; `null` where none is wanted. */
export function pagerOf({ P2P_PAGER, PAGER, TERM }: Environment, platform: NodeJS.Platform): string | null {
  const usual = platform === 'win32' ? '' : 'less'
  const pager = (P2P_PAGER ?? PAGER ?? usual).trim()
  return pager === '' || pager === 'cat' || TERM === 'dumb' ? null : pager
}

/** Shows a text until the user leaves it. `false` when the program is missing and nothing was shown. */
export async function page(text: string, pager: string, environment: Environment): Promise<boolean> {
  const { spawn } = await import('node:child_process')
  // For less: keep colours, only print a text that fits, and leave it on the screen.
  const env = { LESS: 'FRX', LV: '-c', ...environment }
  return new Promise((done) => {
    // A bare name needs no shell, which would complain where there is no such program.
    const child = spawn(pager, { shell: !/^[\w./-]+$/.test(pager), stdio: ['pipe', 'inherit', 'inherit'], env })
    child.once('error', () => done(false))
    child.once('close', (code) => done(code !== notExecutable && code !== notFound))
    // A reader who leaves early has seen enough.
    child.stdin.on('error', () => {}).end(text)
  })
}

const [notExecutable, notFound] = [126, 127]
