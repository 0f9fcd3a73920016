/** Resolves when the program that started this one and kept a channel to it has ended, however it did. */
export const parentGone = (): Promise<void> =>
  new Promise((gone) => {
    process.once('disconnect', gone)
    // The channel alone keeps no server running. Who waits for messages on it, as runners of tests do, keeps it for himself.
    if (process.listenerCount('message') === 0) process.channel?.unref()
  })
