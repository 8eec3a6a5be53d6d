import { AREAS, areaOf } from './structure/areas.ts'
import { checkFiles } from './structure/file-rules.ts'
import { checkImports } from './structure/import-rules.ts'
import { listFiles, readModules } from './structure/modules.ts'
import { TABLE_OWNERS } from './structure/table-owners.ts'
import { checkTables, type TableOwners } from './structure/table-rules.ts'

/**
 * The number of checked files, and one sentence per violation of the rules in docs/architecture.md.
 */
export interface StructureReport {
  modules: number
  violations: string[]
}

/**
 * Checks the files under `root`. An area without any module is a violation, since nothing was
 * checked.
 */
export function checkStructure(root: string, owners: TableOwners = TABLE_OWNERS): StructureReport {
  const files = listFiles(root)
  const modules = readModules(root, files)
  const seen = new Set(modules.map(({ path }) => areaOf(path)))
  return {
    modules: modules.length,
    violations: [
      ...AREAS.filter((area) => !seen.has(area)).map((area) => `No modules found in ${area}`),
      ...checkFiles(root, files, modules),
      ...checkImports(modules),
      ...checkTables(modules, owners),
    ],
  }
}

if (import.meta.main) {
  const { modules, violations } = checkStructure(process.cwd())
  for (const violation of violations) console.error(violation)
  console.log(`${modules} modules, ${violations.length} breaches`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
