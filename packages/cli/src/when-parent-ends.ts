/** Acts when the program that started this one and kept a channel to it has ended, however it did. */
export function whenParentEnds(act: () => void): void {
  process.once('disconnect', act)
  // The channel alone keeps nothing running.
  process.channel?.unref()
}
