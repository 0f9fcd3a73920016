export type FullScreen = { draw(text: string): void; close(): void }

type Out = Pick<NodeJS.WriteStream, 'write' | 'on' | 'off'> & { readonly rows?: number }

const enter = '\x1b[?1049h\x1b[?25l'
const leave = '\x1b[?25h\x1b[?1049l'

/**
 * Takes the whole window for a while, as pagers do, so that nothing of an older picture stays when its size changes.
 * However it ends, the window is as it was before, with the last picture below.
 */
export function openFullScreen(out: Out, redraw: () => void): FullScreen {
  let last: string | null = null
  const close = () => {
    if (last === null) return
    process.off('exit', close)
    out.off('resize', redraw)
    out.write(`${leave}${last}\n`)
    last = null
  }
  return {
    draw(text) {
      if (last === null) {
        process.once('exit', close)
        out.on('resize', redraw)
        out.write(enter)
      }
      last = text.trimEnd()
      // One line too many would push the first one out.
      const lines = last.split('\n').slice(0, Math.max(1, out.rows ?? 24))
      out.write(`\x1b[H${lines.map((line) => `${line}\x1b[K`).join('\r\n')}\x1b[J`)
    },
    close,
  }
}
