export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
  constructor(version: number, newest: number) {
    super(`The data are of version ${version}, this release knows up to ${newest}. Start the newer release.`)
  }
}
