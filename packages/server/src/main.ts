import { runProgram } from './operate/program.js'

runProgram(process.argv.slice(2)).then((code) => {
  process.exitCode = code
  // Whatever is still open by mistake: a supervisor must see that we have ended.
  setTimeout(() => process.exit(code), 500).unref()
})
