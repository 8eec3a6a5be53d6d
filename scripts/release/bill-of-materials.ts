import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { runCommand } from '../run-command.ts'
import { resolvePackage } from './installed.ts'

const versionsSchema = z.record(z.string(), z.string()).optional()

const lockedSchema = z.looseObject({
  version: z.string().optional(),
  dependencies: versionsSchema,
  optionalDependencies: versionsSchema,
  peerDependencies: versionsSchema,
})

type Locked = z.infer<typeof lockedSchema>

const lockSchema = z.object({ packages: z.record(z.string(), lockedSchema) })

/** The relations of a locked package, which may lead to packages whose code is not used. */
const RELATIONS = new Set([
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'dev',
  'optional',
  'peer',
  'devOptional',
])

/**
 * Returns the CycloneDX bill of materials of the packages at these paths, such as
 * `node_modules/react`, as JSON. npm writes it, from a lockfile that consists of them alone.
 */
export async function writeBillOfMaterials(
  root: string,
  { name, version, paths }: { name: string; version: string; paths: readonly string[] },
): Promise<string> {
  const lock = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const used = [...paths].toSorted().map((path) => {
    const locked = lock.packages[path]
    if (locked?.version === undefined) throw new Error(`${path} is not in package-lock.json.`)
    return [path, { ...prune(path, locked, paths), version: locked.version }] as const
  })
  const dependencies = Object.fromEntries(
    used
      .filter(([path]) => path.lastIndexOf('node_modules/') === 0)
      .map(([path, { version: locked }]) => [path.slice('node_modules/'.length), locked]),
  )
  const temporary = mkdtempSync(join(tmpdir(), 'royale-bill-'))
  // npm names the product by its folder.
  const folder = join(temporary, name)
  mkdirSync(folder)
  try {
    const manifest = { name, version, dependencies }
    writeJson(join(folder, 'package.json'), manifest)
    writeJson(join(folder, 'package-lock.json'), {
      name,
      version,
      lockfileVersion: 3,
      requires: true,
      packages: { '': manifest, ...Object.fromEntries(used) },
    })
    const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
    const { code, output } = await runCommand([
      'npm',
      'sbom',
      ...options,
      '--loglevel=error',
      `--prefix=${folder}`,
    ])
    if (code !== 0) throw new Error(`npm sbom failed.\n${output}`)
    return output.slice(output.indexOf('{'))
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

/** Leaves a package the relations to packages that are used: npm forgets one that none needs. */
function prune(path: string, locked: Locked, used: readonly string[]) {
  const kept = Object.entries(locked).filter(([key]) => !RELATIONS.has(key))
  const known = Object.fromEntries(used.map((one) => [one, true]))
  const dependencies = Object.entries({
    ...locked.dependencies,
    ...locked.optionalDependencies,
    ...locked.peerDependencies,
  }).filter(([name]) => resolvePackage(path, name, known) !== undefined)
  return { ...Object.fromEntries(kept), dependencies: Object.fromEntries(dependencies) }
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, JSON.stringify(value))
}
