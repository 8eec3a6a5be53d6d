import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DISK_FULL, PINNED_NODE, ROOT, SetupError } from './common.mjs'
import { hashOf, readStamp } from './hash.mjs'
import { doOnce } from './setup-lock.mjs'

const INSTALL_STAMP = join(ROOT, 'node_modules/.stamp')

const PACKAGES_MB = 900

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

/** Installs the packages of the lockfile, unless they are there. */
export function installPackages() {
  const wanted = hashOf(['package-lock.json'], `${process.platform} ${process.arch}`)
  doOnce(
    () => readStamp(INSTALL_STAMP) === wanted,
    () => {
      if (!installedMatchesLock()) {
        requireRoom()
        console.log('Installing packages (about a minute the first time)…')
        runNpmCi()
      }
      runAllowedScripts()
      requirePinnedNode()
      writeFileSync(INSTALL_STAMP, wanted)
    },
  )
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
