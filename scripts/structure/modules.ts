import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { z } from 'zod'
import { findTables } from './queried-tables.ts'

/** A source file and its imports; paths are relative to the repository, with `/`. */
export interface Module {
  path: string
  imports: Import[]
  /** True if the file has nothing but imports and re-exports. */
  isBarrel: boolean
  hasWildcardExport: boolean
  /** The tables that its queries name; null stands for a name that is known at run time only. */
  tables: (string | null)[]
}

export interface Import {
  specifier: string
  /** The imported file of the repository; undefined for packages and Node's own modules. */
  target: string | undefined
  /** False if the imported file does not exist. */
  exists: boolean
  /** True if nothing but types is imported, which is no part of what runs. */
  isTypeOnly: boolean
}

const CODE = new Set(['.ts', '.tsx', '.mjs'])
const WATCHED = '{src,sandbox,scripts,tests,benchmarks}/**'

/** Lists every file of the checked folders, relative to `root`. */
export function listFiles(root: string): string[] {
  return globSync(WATCHED, { cwd: root, exclude: ['**/node_modules/**'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)))
    .toSorted()
}

/** Parses all code among `files`; throws if a file cannot be parsed. */
export function readModules(root: string, files: readonly string[]): Module[] {
  const aliases = readAliases(root)
  return files.filter(isCode).map((path) => readModule(root, path, aliases))
}

export function isCode(path: string): boolean {
  return CODE.has(extname(path))
}

function readModule(root: string, path: string, aliases: Aliases): Module {
  const source = readFileSync(join(root, path), 'utf8')
  const { program, module, errors } = parseSync(path, source)
  const [error] = errors
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`)
  const reExports = module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ moduleRequest }) => moduleRequest !== null)
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...reExports.map(({ moduleRequest }) => moduleRequest?.value ?? ''),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      literalIn(source.slice(start, end)),
    ),
  ]
  const types = new Set(
    module.staticImports
      .filter(({ entries }) => entries.length > 0 && entries.every(({ isType }) => isType))
      .map(({ moduleRequest }) => moduleRequest.value),
  )
  return {
    path,
    imports: [...new Set(specifiers)].map((specifier) => {
      const target = targetOf(path, specifier, aliases)
      const exists = !target || existsSync(join(root, target))
      return { specifier, target, exists, isTypeOnly: types.has(specifier) }
    }),
    isBarrel: reExports.length > 0 && program.body.every(isPassThrough),
    hasWildcardExport: reExports.some(({ importName: { kind } }) => WILDCARDS.has(kind)),
    tables: findTables(program),
  }
}

const WILDCARDS = new Set<string>(['All', 'AllButDefault'])

function isPassThrough(statement: { type: string; declaration?: unknown }): boolean {
  if (statement.type === 'ExportNamedDeclaration') return !statement.declaration
  return statement.type === 'ImportDeclaration' || statement.type === 'ExportAllDeclaration'
}

/**
 * Returns the text of a string literal, or nothing for an expression, whose value is known at run
 * time only.
 */
function literalIn(code: string): string[] {
  const match = /^(['"])(.*)\1$/.exec(code)
  return match?.[2] === undefined ? [] : [match[2]]
}

/** Pairs such as `['#contract/', 'src/contract/']`, from package.json's "imports". */
type Aliases = [prefix: string, folder: string][]

const manifestSchema = z.object({ imports: z.record(z.string(), z.string()).default({}) })

function readAliases(root: string): Aliases {
  const { imports } = manifestSchema.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  )
  return Object.entries(imports).map(([pattern, target]) => [
    pattern.replace('*', ''),
    posix.normalize(target.replace('*', '')),
  ])
}

function targetOf(importer: string, specifier: string, aliases: Aliases): string | undefined {
  const [bare = ''] = specifier.split('?')
  if (bare.startsWith('.')) return posix.join(posix.dirname(importer), bare)
  if (!bare.startsWith('#')) return undefined
  const alias = aliases.find(([prefix]) => bare.startsWith(prefix))
  return alias ? alias[1] + bare.slice(alias[0].length) : bare
}
