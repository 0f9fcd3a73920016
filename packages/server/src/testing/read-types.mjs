// For threads that are started from their sources: Node's own `--import tsx` works in the main thread only.
import { register } from 'tsx/esm/api'

register()
