export { buildServer, type RunningServer } from './build.js'
export { type Config, ConfigError, type ConfigReading, readConfig } from './config.js'
export { createLog, type Log, silentLog } from './log/log.js'
