export const parentGone = (): Promise<void> =>
  new Promise((gone) => {
    process.once('disconnect', gone)
    // Don't let the channel alone keep the process alive, unless something listens for messages on it, as test runners
    // do.
    if (process.listenerCount('message') === 0) process.channel?.unref()
  })
