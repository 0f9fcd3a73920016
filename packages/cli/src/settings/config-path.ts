import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** The file of the profiles: by the XDG rules, also on macOS, and in %APPDATA% on Windows. */
export function configPath(environment: Environment = process.env, platform: string = process.platform): string {
  return join(configHome(environment, platform), 'p2p', 'profiles.json')
}

function configHome({ XDG_CONFIG_HOME: xdg, APPDATA: appData }: Environment, platform: string): string {
  // By the XDG rules a relative path is ignored.
  if (xdg !== undefined && xdg !== '' && resolve(xdg) === xdg) return xdg
  if (platform === 'win32') return appData || join(home(), 'AppData', 'Roaming')
  return join(home(), '.config')
}

/** A user without an account, as in containers, has no home. The root stands for it. */
function home(): string {
  try {
    return homedir()
  } catch {
    return '/'
  }
}
