type Screen = { draw(text: string): void; close(): void }

/** Draws a text again and again at the same place. Leaves the last one standing and the cursor visible, however it ends. */
export function openScreen(out: NodeJS.WriteStream): Screen {
  let height = 0
  const showCursor = () => void out.write('\x1b[?25h')
  return {
    draw(text) {
      // More lines than the window has cannot be reached again.
      const lines = text
        .trimEnd()
        .split('\n')
        .slice(0, Math.max(3, (out.rows ?? 24) - 1))
      if (height === 0) {
        process.once('exit', showCursor)
        out.write('\x1b[?25l')
      }
      const back = height === 0 ? '' : `\x1b[${height}A\r\x1b[0J`
      out.write(`${back}${lines.join('\n')}\n`)
      height = lines.length
    },
    close() {
      if (height === 0) return
      process.off('exit', showCursor)
      showCursor()
    },
  }
}
