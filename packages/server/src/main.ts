import { buildServer } from './app/build.js'
import { runProgram } from './cli/program.js'

runProgram(process.argv.slice(2), buildServer).then((code) => {
  if (code === 0) process.exitCode = 0
  // A supervisor must see that we have ended, and a database that was replaced must not be tidied up on the way out.
  else process.exit(code)
})
