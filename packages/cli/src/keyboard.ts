import type { ReadStream } from 'node:tty'

type Keyboard = Pick<ReadStream, 'isTTY' | 'setRawMode' | 'on' | 'off' | 'pause' | 'resume'>

/** Keys go to the program and are not shown. `q` and Ctrl+C end it; Ctrl+Z suspends it, as usual. */
export function listenForKeys(
  keyboard: Keyboard,
  when: { readonly quit: () => void; readonly interrupt: () => void; readonly rest: () => void },
): { close(): void } {
  if (!keyboard.isTTY) return { close: () => {} }
  const onData = (keys: Buffer | string) => {
    // Arrow keys are escape sequences, whose letters are no keys.
    const typed = keys.toString().replace(/\x1b(?:\[[\d;]*[A-Za-z~]|O.)/g, '')
    if (typed.includes('\x03')) when.interrupt()
    else if (/[qQ\x04]/.test(typed)) when.quit()
    else if (typed.includes('\x1a')) rest()
  }
  const listen = () => {
    keyboard.setRawMode(true)
    keyboard.resume()
  }
  const close = () => {
    process.off('exit', close)
    process.off('SIGCONT', listen)
    keyboard.off('data', onData)
    keyboard.setRawMode(false)
    keyboard.pause()
  }
  const rest = () => {
    when.rest()
    keyboard.setRawMode(false)
    process.kill(process.pid, 'SIGTSTP')
  }
  process.once('exit', close)
  process.on('SIGCONT', listen)
  keyboard.on('data', onData)
  listen()
  return { close }
}
