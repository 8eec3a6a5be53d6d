import { AREAS, areaOf } from './structure/areas.ts'
import { checkFiles } from './structure/file-rules.ts'
import { checkImports } from './structure/import-rules.ts'
import { listFiles, readModules } from './structure/modules.ts'

/** What was read, and one sentence a breach of the house's rules (docs/architecture.md). */
export interface StructureReport {
  modules: number
  breaches: string[]
}

/** Checks the house under `root`. An area without any module is a breach: the check read nothing. */
export function checkStructure(root: string): StructureReport {
  const files = listFiles(root)
  const modules = readModules(root, files)
  const seen = new Set(modules.map(({ path }) => areaOf(path)))
  return {
    modules: modules.length,
    breaches: [
      ...AREAS.filter((area) => !seen.has(area)).map((area) => `No modules found in ${area}`),
      ...checkFiles(root, files, modules),
      ...checkImports(modules),
    ],
  }
}

if (import.meta.main) {
  const { modules, breaches } = checkStructure(process.cwd())
  for (const breach of breaches) console.error(breach)
  console.log(`${modules} modules, ${breaches.length} breaches`)
  process.exitCode = breaches.length === 0 ? 0 : 1
}
