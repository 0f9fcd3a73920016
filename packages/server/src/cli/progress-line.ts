const width = 24

type Terminal = { readonly isTTY?: boolean; write(text: string): unknown }

export function createProgressLine(terminal: Terminal) {
  let shown = ''
  const show = (line: string): void => {
    if (terminal.isTTY !== true || line === shown) return
    shown = line
    terminal.write(`\r\u001b[K${line}`)
  }
  return {
    show: (done: number, all: number, words: string): void => {
      const share = all === 0 ? 1 : Math.min(1, done / all)
      const bar = '#'.repeat(Math.floor(share * width)).padEnd(width, '-')
      show(`  [${bar}] ${String(Math.floor(share * 100)).padStart(3)} %  ${words}`)
    },
    clear: (): void => show(''),
  }
}
