import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of an empty database with the product's tables, for tests to copy. */
    sqliteTemplate: string
    /** The URL of each writer's bundle, by the name of its module. */
    writers: Record<WriterName, string>
  }
}

const WRITERS = {
  writer: new URL('../../../src/server/writer.ts', import.meta.url),
  'board-writer': new URL('./board-writer.ts', import.meta.url),
}

/** The modules that run a writer thread: the product's, and one that also knows `changeBoard`. */
export type WriterName = keyof typeof WRITERS

/**
 * Prepares what every test database needs once per run: a migrated file to copy, and the writers as
 * one file each, since loading their 300 modules in a thread takes longer than most tests do.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-template-'))
  await bundleWriters(folder)
  const writers = {
    writer: pathToFileURL(join(folder, 'writer.mjs')).href,
    'board-writer': pathToFileURL(join(folder, 'board-writer.mjs')).href,
  }
  const database = await openSqlite({ dataDir: folder, writerEntry: new URL(writers.writer) })
  await database.close()
  project.provide('sqliteTemplate', join(folder, 'royale.db'))
  project.provide('writers', writers)
  return () => rmSync(folder, { recursive: true, force: true })
}

async function bundleWriters(outDir: string): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(WRITERS).map(([name, url]) => [name, fileURLToPath(url)]),
  )
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['vitest'] },
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
