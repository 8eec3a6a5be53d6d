import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { INSTALLED } from './bundle.ts'

/** The files of the package besides the compiled program, its manifest and the licences. */
const FILES = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
  '.env.example',
  'bin/donation-royale',
  'deploy/donation-royale.service',
  'deploy/donation-royale.socket',
  'docs/benchmarks.md',
  'docs/hosting.md',
  'docs/monitoring',
  'docs/reliability.md',
  'docs/scale.md',
  'docs/security.md',
  'sandbox/fonts',
  'sandbox/paypal/browser/sdk.js',
  'src/server/features/sharing/fonts',
  'src/server/features/sharing/pictures',
]

/** The package with the files of the page that shows the API, and which of them that page needs. */
export const DOCS_PACKAGE = 'swagger-ui-dist'
const DOCS_FILES = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'NOTICE',
]

const manifestSchema = z.object({
  name: z.string(),
  description: z.string(),
  license: z.string(),
  bin: z.record(z.string(), z.string()),
  imports: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  engines: z.record(z.string(), z.string()),
})

/**
 * Puts the files of the package into a folder, with a manifest that names the packages to
 * install alone: the rest is compiled in. The program and the page are expected in `dist` there already.
 */
export function stagePackage(root: string, folder: string, version: string): void {
  for (const file of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
  mkdirSync(join(folder, 'dist/docs'), { recursive: true })
  for (const file of DOCS_FILES) {
    cpSync(join(root, 'node_modules', DOCS_PACKAGE, file), join(folder, 'dist/docs', file))
  }
  rmSync(join(folder, 'dist/client/.vite'), { recursive: true, force: true })
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  )
  const { name, description, license, bin, imports, optionalDependencies, engines } = manifest
  const dependencies = Object.fromEntries(
    INSTALLED.map((name) => [name, requireVersion(manifest.dependencies, name)]),
  )
  const packed = {
    name,
    version,
    description,
    license,
    type: 'module',
    bin,
    imports: {
      '#files/*': imports['#files/*'],
      '#docs/*': './dist/docs/*',
      '#writer': './dist/program/writer.js',
      '#mailer': './dist/program/mailer.js',
    },
    dependencies,
    optionalDependencies,
    engines,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packed, undefined, 2)}\n`)
}

function requireVersion(versions: Record<string, string>, name: string): string {
  const version = versions[name]
  if (version === undefined) throw new Error(`${name} is no dependency in package.json.`)
  return version
}
