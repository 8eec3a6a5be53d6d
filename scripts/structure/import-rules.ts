import { posix } from 'node:path'
import { areaOf, featureOf, isTest, MAY_IMPORT, ONLY_PACKAGES, unitOf } from './areas.ts'
import { type Import, isCode, type Module } from './modules.ts'

/** Checks the imports of modules; returns one sentence per violation. */
export function checkImports(modules: readonly Module[]): string[] {
  return [
    ...modules.flatMap((module) => module.imports.flatMap((used) => checkImport(module, used))),
    ...checkSchemas(modules),
    ...findCycles(modules),
  ]
}

function checkImport({ path }: Module, used: Import): string[] {
  if (!used.exists) return [`${path} imports ${used.specifier}, which does not exist`]
  if (used.target === undefined) return checkPackage(path, used.specifier)
  const violations = [...checkReach(path, used.target), ...checkFeature(path, used.target)]
  return violations.length > 0 ? violations : checkSpelling(path, used)
}

function checkReach(path: string, target: string): string[] {
  const from = areaOf(path)
  const to = areaOf(target)
  // Pictures and styles contain no code; the table does not restrict who may use them.
  if (from === undefined || from === to || !isCode(target)) return []
  if (isTest(path)) return checkPageAndServer(path, target)
  if (to === undefined) return [`${path} imports ${target}, which is no part of the product`]
  if (MAY_IMPORT[from].includes(to)) return []
  return [`${path} (${from}) may not import ${target} (${to})`]
}

/** Checks that page and server never import each other, not even in tests. */
function checkPageAndServer(path: string, target: string): string[] {
  const from = sideOf(path)
  const to = sideOf(target)
  if (from === undefined || to === undefined || from === to) return []
  return [`${path} imports ${target}: page and server meet only in the contract`]
}

function sideOf(path: string): string | undefined {
  return /^src\/(client|server)\//.exec(path)?.[1]
}

function checkFeature(path: string, target: string): string[] {
  const own = featureOf(path)
  const other = featureOf(target)
  if (isTest(path) || own === undefined || other === undefined || own === other) return []
  if (target.startsWith('src/client/')) {
    return [`${path} imports ${target}: a feature of the page never imports another`]
  }
  const main = `${other}/${posix.basename(other)}.ts`
  if (target === main) return []
  return [`${path} imports ${target}: another feature is reached only through ${main}`]
}

const ALIASED = /^(?:src\/)?(contract|client|server|tests)\//

/** Across areas and features an import begins with its alias; inside one it is relative. */
function checkSpelling(path: string, { specifier, target = '' }: Import): string[] {
  const alias = ALIASED.exec(target)?.[1]
  if (alias === undefined || !isCode(target)) return []
  const isInside = unitOf(path) === unitOf(target)
  if (isInside !== specifier.startsWith('#')) return []
  const rule = isInside
    ? 'inside a feature or area it is relative'
    : `across areas it is #${alias}/…`
  return [`${path} imports ${specifier}: ${rule}`]
}

function checkPackage(path: string, specifier: string): string[] {
  const area = areaOf(path)
  if (area === undefined || isTest(path)) return []
  if (area.startsWith('client/') && specifier.startsWith('node:')) {
    return [`${path} imports ${specifier}, which browsers do not have`]
  }
  const allowed = ONLY_PACKAGES[area]
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  if (!allowed || allowed.includes(name)) return []
  return [`${path} (${area}) may not import ${specifier}, only ${allowed.join(', ')}`]
}

/** The visitor's page, without the pages of their own that read answers with schemas. */
const VISITORS_PAGE = /^src\/client\/(?:app|ui|lib|features\/(?!host\/))/

/**
 * Refuses schemas on the visitor's page: their library is heavier than the page, and compiles code,
 * which the content security policy forbids.
 */
function checkSchemas(modules: readonly Module[]): string[] {
  const runs = ({ isTypeOnly }: Import) => !isTypeOnly
  const withSchemas = new Set(
    modules
      .filter(({ imports }) => imports.some((used) => runs(used) && used.specifier === 'zod'))
      .map(({ path }) => path),
  )
  return modules
    .filter(({ path }) => VISITORS_PAGE.test(path) && !isTest(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((used) => runs(used) && withSchemas.has(used.target ?? ''))
        .map(
          ({ target }) =>
            `${path} imports ${target}, which has schemas: keep what the page needs in a file without`,
        ),
    )
}

function findCycles(modules: readonly Module[]): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const finished = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      cycles.push(`Import cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`)
      return
    }
    if (finished.has(path)) return
    for (const { target } of byPath.get(path)?.imports ?? []) {
      if (target !== undefined) visit(target, [...trail, path])
    }
    finished.add(path)
  }
  for (const { path } of modules) visit(path, [])
  return cycles
}
