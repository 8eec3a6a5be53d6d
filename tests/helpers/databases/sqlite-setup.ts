import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'
import { PROGRAM_VARIABLE } from '../server/program.ts'
import { TEMPLATE_VARIABLE, writerEntry, type WriterName } from './sqlite-template.ts'

const WRITERS: Record<WriterName, URL> = {
  writer: new URL('../../../src/server/writer.ts', import.meta.url),
  'board-writer': new URL('./board-writer.ts', import.meta.url),
}

/**
 * Prepares what tests need once per run of Vitest or Playwright: a migrated file to copy, the writers
 * as one file each, since loading their 300 modules takes longer than most tests do, and the folder
 * for the program, which is compiled by the first test that starts a server.
 */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-template-'))
  process.env[TEMPLATE_VARIABLE] = folder
  process.env[PROGRAM_VARIABLE] = join(folder, 'program')
  mkdirSync(join(folder, 'program'))
  await bundleWriters(folder)
  const database = await openSqlite({ dataDir: folder, writerEntry: writerEntry('writer') })
  await database.close()
  return () => rmSync(folder, { recursive: true, force: true })
}

async function bundleWriters(outDir: string): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(WRITERS).map(([name, url]) => [name, fileURLToPath(url)]),
  )
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input,
        treeshake: { moduleSideEffects: false },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  })
}
