import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { build, type Plugin as RolldownPlugin } from 'rolldown'
import { createBuilder, type Plugin } from 'vite'
import { findPackageDir } from './packages.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * The packages that stay packages: sharp consists of compiled libraries, of which npm brings those of
 * the machine.
 */
export const INSTALLED = ['sharp']

/**
 * Compiles the program and all that it imports into JavaScript files in `folder`: Node strips no types
 * in installed packages. Returns the folders of the packages whose code is in it.
 */
export async function bundleProgram(folder: string): Promise<string[]> {
  const { output } = await build({
    input: {
      main: join(ROOT, 'src/commands/main.ts'),
      writer: join(ROOT, 'src/server/writer.ts'),
      mailer: join(ROOT, 'src/server/mailer.ts'),
    },
    platform: 'node',
    external: [...INSTALLED, /^node:/, ...builtinModules],
    plugins: [escaper],
    logLevel: 'warn',
    // The names of functions stay for stack traces.
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      cleanDir: true,
    },
  })
  return foldersOf(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])))
}

/**
 * Writes all other characters than ASCII as escapes: with one of them, V8 keeps the whole source in
 * memory at two bytes a character. The last hook, since code is printed anew before.
 */
const escaper: RolldownPlugin = {
  name: 'escape-to-ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = escapeToAscii(file.code)
    }
  },
}

function escapeToAscii(code: string): string {
  return code.replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The builds of what browsers load; vite.config.ts says more of each. */
const DOCUMENTS = ['client', 'host', 'me', 'recap', 'preview']

/**
 * Builds the page of a version into `client` and `server` in `folder`; returns the folders of the
 * packages that are in it.
 */
export async function bundlePage(version: string, folder: string): Promise<string[]> {
  const modules: string[] = []
  const collector: Plugin = {
    name: 'collect-modules',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        modules.push(...(file.type === 'chunk' ? file.moduleIds : file.originalFileNames))
      }
    },
  }
  const builder = await createBuilder({
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    define: { APP_VERSION: JSON.stringify(version) },
    plugins: [collector],
    environments: {
      ...Object.fromEntries(DOCUMENTS.map((name) => [name, outDir(join(folder, 'client'))])),
      ssr: outDir(join(folder, 'server')),
    },
    worker: { plugins: () => [collector] },
  })
  await builder.buildApp()
  return foldersOf(modules.map((module) => resolve(ROOT, 'src/client', module)))
}

function outDir(folder: string) {
  return { build: { outDir: folder } }
}

function foldersOf(modules: readonly string[]): string[] {
  return [...new Set(modules.flatMap((module) => findPackageDir(module) ?? []))]
}
