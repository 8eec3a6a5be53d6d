import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const COPIED = ['bin', 'sandbox', 'src/commands', 'src/contract', 'src/server']
const LATER = `
    '9998-later': {
      up: (target: Kysely<unknown>) =>
        target.schema.createTable('later_things').addColumn('id', 'text').execute(),
    },
`

/** The version of the newer program. */
export const NEWER_VERSION = '99.0.0'

/**
 * Copies the program into a folder and gives it a later version with one more migration, as a release
 * that comes after this one; returns its executable.
 */
export function makeNewerProgram(folder: string): string {
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  mkdirSync(join(folder, 'dist'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  // Its compiled code is its own.
  const program = join(folder, 'bin/donation-royale')
  writeFileSync(program, readFileSync(program, 'utf8').replace('node_modules/.cache', '.cache'))
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8')
  writeFileSync(
    join(folder, 'package.json'),
    manifest.replace(/"version": "[^"]*"/, `"version": "${NEWER_VERSION}"`),
  )
  const list = join(folder, 'src/server/infra/database/migrate.ts')
  const code = readFileSync(list, 'utf8')
  const end = code.lastIndexOf('  }\n}')
  writeFileSync(list, code.slice(0, end) + LATER + code.slice(end))
  return program
}
