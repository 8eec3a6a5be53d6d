import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { freePort } from '#tests/helpers/network/free-port.ts'
import { runCommand } from '../run-command.ts'

/** The figures of a package that was installed and started. */
interface Trial {
  /** The bytes of all files except Node's. */
  installedBytes: number
  /** The time from its first start to its readiness. */
  readyMs: number
}

const READY_TIMEOUT_MS = 60_000

/**
 * Installs a tarball in an empty folder, starts it there, and reads its page and version; throws if
 * any of it fails.
 */
export async function tryPackage(tarball: string, version: string): Promise<Trial> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-release-'))
  try {
    await install(tarball, folder)
    const installedBytes = sumBytes(folder)
    const port = await freePort()
    const log: string[] = []
    const begun = performance.now()
    const child = spawn(join(folder, 'node_modules/.bin/donation-royale'), ['start'], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', HOME: folder, PORT: `${port}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => log.push(text))
    }
    try {
      await whenReady(`http://127.0.0.1:${port}`, child, log)
      const readyMs = performance.now() - begun
      await expectPage(`http://127.0.0.1:${port}`, version)
      return { installedBytes, readyMs }
    } finally {
      await end(child)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Installs a tarball in a folder, as `npm install` does for a host. */
async function install(tarball: string, folder: string): Promise<void> {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  const { code, output } = await runCommand([
    'npm',
    'install',
    tarball,
    `--prefix=${folder}`,
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code !== 0) throw new Error(`The package cannot be installed.\n${output}`)
}

/** Reads pages and version of a server; throws if they are not those of the release. */
export async function expectPage(url: string, version: string): Promise<void> {
  const page = await (await fetch(url)).text()
  if (!page.includes('<h1')) throw new Error(`The page of the package is not whole:\n${page}`)
  const config: unknown = await (await fetch(`${url}/api/config`)).json()
  const told = z.object({ version: z.string() }).parse(config).version
  if (told !== version) throw new Error(`The package says it is ${told}, and is ${version}.`)
  const reader = await (await fetch(`${url}/api/docs/swagger-ui-bundle.js`)).text()
  if (!reader.includes('SwaggerUIBundle')) {
    throw new Error('The package lacks a file of the page of its API.')
  }
}

async function whenReady(url: string, child: ChildProcess, log: string[]): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`The package does not start.\n${log.join('')}`)
    }
    await pause(20)
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    // Not listening yet.
    return false
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** The folder of the package that brings Node for one platform. */
const NODE = /\/node_modules\/node-(?:bin-)?(?:linux|darwin|win)-\w+(?:\/|$)/

function sumBytes(folder: string): number {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NODE.test(entry.parentPath))
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0)
}
