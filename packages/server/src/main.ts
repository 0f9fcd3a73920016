import { runProgram } from './operate/program.js'

runProgram(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
