import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { z } from 'zod'

const versionsSchema = z.record(z.string(), z.string()).default({})

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ dependencies: versionsSchema, optionalDependencies: versionsSchema }),
  ),
})

/**
 * Returns the folders of packages and of all that npm installs for them on this machine, as paths
 * from the repository's root such as `node_modules/sharp`. Optional ones of other platforms are not
 * there.
 */
export function findInstalled(root: string, names: readonly string[]): string[] {
  const { packages } = lockSchema.parse(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
  )
  const found = new Set<string>()
  const add = (path: string | undefined) => {
    if (path === undefined || found.has(path) || !existsSync(join(root, path))) return
    found.add(path)
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      add(resolvePackage(path, name, packages))
    }
  }
  for (const name of names) add(`node_modules/${name}`)
  return [...found]
}

/** Returns the path at which a package finds another: in its own folder or in one above. */
export function resolvePackage(from: string, name: string, packages: object): string | undefined {
  const path = posix.join(from, 'node_modules', name)
  if (Object.hasOwn(packages, path)) return path
  const above = from.lastIndexOf('/node_modules/')
  if (above === -1) return from === '' ? undefined : resolvePackage('', name, packages)
  return resolvePackage(from.slice(0, above), name, packages)
}
