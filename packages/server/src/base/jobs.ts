/** Work that goes on until it is stopped, such as a set of timers. */
export type RunningJob = { start(): void; stop(): void | Promise<void> }

/** Prepares a job for the server that is to run it. The context has the ports that this server may write with. */
export type OpenJob<Context> = (context: Context) => Promise<RunningJob>

/** One job of several parts: they start in this order and stop in reverse. */
export const combineJobs =
  <Context>(parts: readonly OpenJob<Context>[]): OpenJob<Context> =>
  async (context) => {
    const jobs: RunningJob[] = []
    for (const open of parts) jobs.push(await open(context))
    return {
      start: () => {
        for (const job of jobs) job.start()
      },
      stop: async () => {
        for (const job of jobs.splice(0).reverse()) await job.stop()
      },
    }
  }

/** A job that is nothing but timers: `begin` starts them and returns what cancels each. */
export function timerJob(begin: () => readonly (() => void)[]): RunningJob {
  let cancels: readonly (() => void)[] = []
  return {
    start: () => {
      cancels = begin()
    },
    stop: () => {
      for (const cancel of cancels) cancel()
      cancels = []
    },
  }
}
