import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

/** A Chromium on this machine, and what it needs in its environment to run. */
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

const SHIPPED = join(import.meta.dirname, '../../node_modules/.cache/chromium')

const FONT_CONFIG = join(SHIPPED, 'fonts.conf')

/** What a browser under test is started with: it runs as root too, and calls nobody. */
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
 * Finds a Chromium: CHROMIUM_PATH, else the system's, else Playwright's, else (Linux on x64) the
 * one that npm brought along, unpacked at the first call. Undefined where there is none.
 */
export async function findBrowser(): Promise<Browser | undefined> {
  const own = process.env['CHROMIUM_PATH']
  if (own !== undefined && own !== '') return { executablePath: requireFile(own), env: {} }
  const found = [...SYSTEM_PATHS, chromium.executablePath()].find((path) => existsSync(path))
  if (found !== undefined) return { executablePath: found, env: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!existsSync(SHIPPED)) await unpackShipped()
  return {
    executablePath: join(SHIPPED, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(SHIPPED, 'al2023/lib'),
      FONTCONFIG_FILE: FONT_CONFIG,
    },
  }
}

function requireFile(path: string): string {
  if (existsSync(path)) return path
  throw new Error(`CHROMIUM_PATH names ${path}, which is not there.`)
}

/** Unpacks beside the goal and renames, so that an interrupted attempt leaves nothing behind. */
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
    // Another process was faster: its copy serves as well.
    if (!existsSync(SHIPPED)) throw error
  } finally {
    restoreEnv({ TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH })
  }
}

/** The fonts that come along and the system's; the configuration that comes along means Lambda. */
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
