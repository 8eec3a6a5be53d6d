// The first thing that `npm start` and `npm test` run: plain JavaScript for any Node from 20 on,
// with nothing installed yet. It installs and builds what is missing or stale, and is silent when
// there is nothing to do.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const OLDEST_NODE = 20
const PINNED_NODE = join(ROOT, 'node_modules/.bin/node')
const INSTALL_STAMP = join(ROOT, 'node_modules/.stamp')
const BUILT = [
  ...['index', 'host', 'me', 'recap', 'preview'].map((name) => `dist/client/${name}.html`),
  'dist/server/first-view.js',
]
const PAGE_STAMP = join(ROOT, 'dist/.page-stamp')
const PAGE_SOURCES = [
  'src/client',
  'src/contract',
  'scripts/vite-plugins',
  'vite.config.ts',
  'package-lock.json',
]

// bin/donation-royale and scripts/test.ts have the same.
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compile')
const SERVER_MODULES = ['./src/commands/start.ts', './src/server/embedded-sandbox.ts']

const PACKAGES_MB = 900
const DISK_FULL = 'The disk is full: free about 1 GB and run this again.'

/** npm's error codes and phrases, with what they mean for a person who has just cloned this. */
const NPM_ERRORS = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED/,
    'npm cannot reach its registry: check the internet connection (or the proxy in .npmrc) and run this again.',
  ],
  [/ENOSPC/, DISK_FULL],
  [
    /EACCES|EPERM|EROFS/,
    `npm may not write to ${ROOT}: give this user the right to, or clone the repository elsewhere.`,
  ],
  [
    /EUSAGE|in sync/,
    'package.json and package-lock.json disagree: run `npm install` and commit both.',
  ],
]

/** An error that one sentence explains; any other is a bug of this script and keeps its stack. */
class SetupError extends Error {}

const SETUPS = {
  start: [requireNode, installPackages, buildPage, compileServer],
  dev: [requireNode, installPackages],
  test: [requireNode, installPackages, buildPage],
}

try {
  const steps = SETUPS[process.argv[2]]
  if (!steps) throw new SetupError('Usage: node scripts/setup.mjs <start|dev|test>')
  for (const step of steps) step()
} catch (error) {
  const sentence = explain(error)
  if (!sentence) throw error
  console.error(sentence)
  process.exitCode = 1
}

function requireNode() {
  const major = Number.parseInt(process.versions.node, 10)
  if (major < OLDEST_NODE) {
    throw new SetupError(
      `Node ${OLDEST_NODE} or newer is needed, and this is ${process.versions.node}: install it from https://nodejs.org and run this again.`,
    )
  }
}

function installPackages() {
  const wanted = hashOf(['package-lock.json'], `${process.platform} ${process.arch}`)
  if (readStamp(INSTALL_STAMP) === wanted) return
  if (!installedMatchesLock()) {
    requireRoom()
    console.log('Installing packages (about a minute the first time)…')
    runNpmCi()
  }
  runAllowedScripts()
  requirePinnedNode()
  writeFileSync(INSTALL_STAMP, wanted)
}

/** Throws if the disk is full: npm would leave the optional packages out and report success. */
function requireRoom() {
  accessSync(ROOT, constants.W_OK)
  const { bavail, bsize } = statfsSync(ROOT)
  if (bavail * bsize < PACKAGES_MB * 2 ** 20) throw new SetupError(DISK_FULL)
}

/** Returns whether somebody's own `npm ci` has installed exactly this lockfile for this machine. */
function installedMatchesLock() {
  const installed = readLock('node_modules/.package-lock.json')
  if (!installed || !existsSync(PINNED_NODE)) return false
  const wanted = Object.entries(readLock('package-lock.json') ?? {})
  return wanted.every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional),
  )
}

function readLock(path) {
  const file = join(ROOT, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

function runNpmCi() {
  runNpm('ci', [
    // The page is built from devDependencies, and the pinned Node is an optional one.
    '--include=dev',
    '--include=optional',
    // The lockfile's checksums hold whatever the cache says, and a full cache needs no network.
    '--prefer-offline',
    // npm's own retries would keep a person without a network waiting for minutes.
    '--fetch-retries=2',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
  ])
}

/** Runs the install scripts of the packages that allowScripts in package.json names; .npmrc denies all. */
function runAllowedScripts() {
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const packages = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && existsSync(join(ROOT, 'node_modules', name)),
  )
  if (packages.length > 0) runNpm('rebuild', ['--ignore-scripts=false', ...packages])
}

function runNpm(command, options) {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const [program, ...args] = [...npm, command, '--loglevel=error', ...options]
  const { status, stderr, error } = spawnSync(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return
  const output = `${error?.message ?? ''}\n${stderr ?? ''}`.trim()
  const [, sentence] = NPM_ERRORS.find(([pattern]) => pattern.test(output)) ?? []
  throw new SetupError(sentence ?? `npm ${command} failed.\n\n${output}`)
}

/** Throws if the pinned Node has no build for this machine or cannot run on it. */
function requirePinnedNode() {
  const machine = `${process.platform} ${process.arch}`
  if (!existsSync(PINNED_NODE)) {
    throw new SetupError(
      `npm brought no Node for this machine (${machine}): run this again if the download was cut off; there are builds for Linux with glibc and for macOS.`,
    )
  }
  const { status } = spawnSync(PINNED_NODE, ['--version'])
  if (status === 0) return
  throw new SetupError(
    `The Node that this project brings along does not run on this machine (${machine}): on Linux it needs glibc and libatomic (on Debian: apt install libatomic1).`,
  )
}

/** Loads the server's modules once, so that its first start finds them in the compile cache. */
function compileServer() {
  if (existsSync(COMPILE_CACHE)) return
  const load = SERVER_MODULES.map((module) => `await import('${module}')`).join(';')
  spawnSync(PINNED_NODE, ['--input-type=module', '--eval', load], {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
  })
}

function buildPage() {
  const wanted = hashOf(PAGE_SOURCES)
  if (readStamp(PAGE_STAMP) === wanted && BUILT.every((file) => existsSync(join(ROOT, file))))
    return
  console.log('Building the page…')
  // An interrupted build must not count as finished.
  rmSync(PAGE_STAMP, { force: true })
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const { status, stdout, stderr } = spawnSync(PINNED_NODE, [vite, 'build', '--logLevel=warn'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (status !== 0) {
    throw new SetupError(`The page could not be built.\n\n${stdout}${stderr}`.trimEnd())
  }
  mkdirSync(dirname(PAGE_STAMP), { recursive: true })
  writeFileSync(PAGE_STAMP, wanted)
}

/** Returns a hash over names and contents of files and whole folders, without tests. */
function hashOf(paths, salt = '') {
  const hash = createHash('sha256').update(salt)
  for (const path of paths.flatMap(listFiles)) {
    const content = readFileSync(join(ROOT, path))
    hash.update(`\0${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function listFiles(path) {
  const entries = readFolder(path)
  if (!entries) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return entries.toSorted().flatMap((name) => listFiles(`${path}/${name}`))
}

function readFolder(path) {
  try {
    return readdirSync(join(ROOT, path))
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function explain(error) {
  if (error instanceof SetupError) return error.message
  if (error.code === 'ENOSPC') return DISK_FULL
  if (error.code === 'EACCES' || error.code === 'EROFS') {
    return `This user may not write to ${error.path ?? ROOT}: give it the right to, or clone the repository elsewhere.`
  }
  return undefined
}
