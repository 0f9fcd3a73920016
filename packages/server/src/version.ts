/** Of this package: in the log, in metrics, in what is said about health. */
export { version } from '../package.json'
