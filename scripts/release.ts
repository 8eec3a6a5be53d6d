import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { z } from 'zod'
import { writeBillOfMaterials } from './release/bill-of-materials.ts'
import { bundlePage, bundleProgram, INSTALLED } from './release/bundle.ts'
import { findInstalled } from './release/installed.ts'
import { readPackages, writeLicenses } from './release/packages.ts'
import { DOCS_PACKAGE, stagePackage } from './release/stage.ts'
import { tryPackage } from './release/try-package.ts'
import { findVersion } from './release/version.ts'
import { runCommand } from './run-command.ts'

const ROOT = join(import.meta.dirname, '..')
const RELEASE = join(ROOT, 'dist/release')
const STAGE = join(RELEASE, 'package')

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  optionalDependencies: z.record(z.string(), z.string()),
})

const {
  name,
  version: written,
  optionalDependencies,
} = manifestSchema.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
const { version, notes, trial } = findVersion(
  readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
  written,
)
rmSync(RELEASE, { recursive: true, force: true })
mkdirSync(STAGE, { recursive: true })

// React is built for development otherwise.
process.env['NODE_ENV'] = 'production'
const folders = [
  ...(await bundlePage(version, join(STAGE, 'dist'))),
  ...(await bundleProgram(join(STAGE, 'dist/program'))),
  join(ROOT, 'node_modules', DOCS_PACKAGE),
  ...findInstalled(ROOT, [...INSTALLED, ...Object.keys(optionalDependencies)]).map((path) =>
    join(ROOT, path),
  ),
]
const packages = readPackages(folders)
stagePackage(ROOT, STAGE, version)
const licenses = writeLicenses(packages)
writeFileSync(join(STAGE, 'THIRD-PARTY-LICENSES.txt'), licenses)

const tarball = await pack()
const files = {
  [basename(tarball)]: readFileSync(tarball),
  'sbom.cdx.json': await writeBillOfMaterials(ROOT, {
    name,
    version,
    paths: [...new Set(folders.map(findPath))],
  }),
  'licenses.txt': licenses,
  'release-notes.md': `# Donation Royale ${version}\n\n${notes}\n`,
}
for (const [file, content] of Object.entries(files)) writeFileSync(join(RELEASE, file), content)
writeFileSync(
  join(RELEASE, 'SHA256SUMS'),
  Object.entries(files)
    .map(([file, content]) => `${createHash('sha256').update(content).digest('hex')}  ${file}\n`)
    .join(''),
)
rmSync(STAGE, { recursive: true })

const { installedBytes, readyMs } = await tryPackage(tarball, version)
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
console.log(
  [
    `Donation Royale ${version} is in ${relative(process.cwd(), RELEASE) || '.'}:`,
    `  ${basename(tarball)}, ${megabytes(statSync(tarball).size)}; installed ${megabytes(installedBytes)} beside Node`,
    `  sbom.cdx.json and licenses.txt: ${packages.length} packages`,
    '  release-notes.md, SHA256SUMS',
    `It was installed in an empty folder, and was ready ${(readyMs / 1000).toFixed(1)} s after its start.`,
    ...(trial === undefined ? [] : [trial]),
  ].join('\n'),
)

async function pack(): Promise<string> {
  const { code, output } = await runCommand([
    'npm',
    'pack',
    STAGE,
    `--pack-destination=${RELEASE}`,
    '--loglevel=error',
  ])
  if (code !== 0) throw new Error(`npm pack failed.\n${output}`)
  return join(RELEASE, `${name}-${version}.tgz`)
}

/** Returns the path of a package from the repository's root, as the lockfile has it. */
function findPath(folder: string): string {
  return folder.slice(folder.indexOf('/node_modules/') + 1)
}
