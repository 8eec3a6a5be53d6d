import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { PINNED_NODE, ROOT, SetupError } from './common.mjs'
import { hashOf, readStamp } from './hash.mjs'
import { doOnce } from './setup-lock.mjs'

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

/** The compiled programs: the one that `current` leads to, and the one from before. */
const PROGRAMS = join(ROOT, 'dist/program')
const CURRENT = join(PROGRAMS, 'current')
const PROGRAM_SOURCES = [
  'bin',
  'sandbox',
  'scripts/release',
  'src/commands',
  'src/contract',
  'src/server',
  'package.json',
  'package-lock.json',
]

/** Builds the page, unless that of these sources is there. */
export function buildPage() {
  const wanted = hashOf(PAGE_SOURCES)
  const isBuilt = () =>
    readStamp(PAGE_STAMP) === wanted && BUILT.every((file) => existsSync(join(ROOT, file)))
  doOnce(isBuilt, () => {
    console.log('Building the page…')
    // An interrupted build must not count as finished.
    rmSync(PAGE_STAMP, { force: true })
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
    runPinned([vite, 'build', '--logLevel=warn'], 'The page')
    mkdirSync(dirname(PAGE_STAMP), { recursive: true })
    writeFileSync(PAGE_STAMP, wanted)
  })
}

/**
 * Compiles the program, in a folder of its own for each version of the sources: a server that runs
 * still loads parts of its own. The next to last one stays for that.
 */
export function compileProgram() {
  const wanted = hashOf(PROGRAM_SOURCES).slice(0, 16)
  doOnce(
    () => findCurrent() === wanted,
    () => replaceCurrent(wanted),
  )
}

/** Returns the name of the folder of the program that starts now, if there is one. */
function findCurrent() {
  return existsSync(CURRENT) ? basename(realpathSync(CURRENT)) : undefined
}

function replaceCurrent(wanted) {
  console.log('Compiling the program…')
  const before = findCurrent()
  const folder = join(PROGRAMS, wanted)
  if (!existsSync(folder)) runPinned(['scripts/compile-program.ts', folder], 'The program')
  // A link is replaced as a whole, whoever follows it meanwhile.
  rmSync(`${CURRENT}.next`, { force: true })
  symlinkSync(wanted, `${CURRENT}.next`)
  renameSync(`${CURRENT}.next`, CURRENT)
  const kept = new Set([wanted, before, 'current'])
  for (const name of readdirSync(PROGRAMS)) {
    if (!kept.has(name)) rmSync(join(PROGRAMS, name), { recursive: true })
  }
}

/** Runs a script that builds `what` with the pinned Node. */
function runPinned(args, what) {
  const { status, stdout, stderr } = spawnSync(PINNED_NODE, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (status === 0) return
  throw new SetupError(`${what} could not be built.\n\n${stdout}${stderr}`.trimEnd())
}
