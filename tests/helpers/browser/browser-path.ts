import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

/** A Chromium on this machine, and the environment variables that it needs. */
export interface Browser {
  executablePath: string
  env: Record<string, string>
}

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const SHIPPED = join(import.meta.dirname, '../../../node_modules/.cache/chromium')

const FONT_CONFIG = join(SHIPPED, 'fonts.conf')

/**
 * The arguments of a browser under test, which may run as root and makes no background requests.
 */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Finds a Chromium: CHROMIUM_PATH, else (Linux on x64) the one of the npm package, unpacked at the
 * first call, else the system's, else Playwright's. The package's is pinned, and being without a
 * window it takes a sixth less time. Returns undefined if there is none.
 */
export async function findBrowser(): Promise<Browser | undefined> {
  const own = process.env['CHROMIUM_PATH']
  if (own !== undefined && own !== '') return { executablePath: requireFile(own), env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return requireShipped()
  const found = [...SYSTEM_PATHS, chromium.executablePath()].find((path) => existsSync(path))
  return found === undefined ? undefined : { executablePath: found, env: {} }
}

async function requireShipped(): Promise<Browser> {
  if (!existsSync(SHIPPED)) await unpackShipped()
  return {
    executablePath: join(SHIPPED, 'chromium'),
    env: { LD_LIBRARY_PATH: join(SHIPPED, 'al2023/lib'), FONTCONFIG_FILE: FONT_CONFIG },
  }
}

function requireFile(path: string): string {
  if (existsSync(path)) return path
  throw new Error(`CHROMIUM_PATH names ${path}, which is not there.`)
}

/**
 * Unpacks into a temporary folder and renames it, so that an interrupted attempt leaves nothing
 * behind.
 */
async function unpackShipped(): Promise<void> {
  mkdirSync(dirname(SHIPPED), { recursive: true })
  const attempt = mkdtempSync(`${SHIPPED}-`)
  const { TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env
  // The package unpacks into the folder for temporary files, and its libraries only on Lambda.
  Object.assign(process.env, { TMPDIR: attempt, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' })
  try {
    const { default: shipped } = await import('@sparticuz/chromium')
    await shipped.executablePath()
    writeFileSync(join(attempt, basename(FONT_CONFIG)), fontConfig())
    renameSync(attempt, SHIPPED)
  } catch (error) {
    rmSync(attempt, { recursive: true, force: true })
    // Another process has unpacked it meanwhile; its copy is the same.
    if (!existsSync(SHIPPED)) throw error
  } finally {
    restoreEnv({ TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH })
  }
}

/**
 * Returns a font configuration with the package's fonts and the system's; the package's own
 * configuration is for Lambda.
 */
function fontConfig(): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${join(SHIPPED, 'fonts/fonts')}</dir>
  <cachedir>${join(SHIPPED, 'font-cache')}</cachedir>
</fontconfig>
`
}

function restoreEnv(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}
