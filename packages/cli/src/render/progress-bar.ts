import type { Terminal } from '../terminal.js'

type ProgressBar = { show(done: number, now: string): void; end(): void }

const length = 24

export function progressBar({ errIsTty, errPaint, writeErr }: Terminal, total: number): ProgressBar {
  if (!errIsTty) return { show: () => {}, end: () => {} }
  return {
    show(done, now) {
      const filled = Math.round((done / total) * length)
      const bar = errPaint.cyan('█'.repeat(filled)) + errPaint.dim('░'.repeat(length - filled))
      writeErr(`\r\x1b[2K${bar} ${done}/${total} ${now}`)
    },
    end: () => writeErr('\r\x1b[2K'),
  }
}
