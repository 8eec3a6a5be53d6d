import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The environment variable with the folder of the template, which the workers of a run inherit. */
export const TEMPLATE_VARIABLE = 'ROYALE_TEST_TEMPLATE'

/** The modules that run a writer thread: the product's, and one that also knows `changeBoard`. */
export type WriterName = 'writer' | 'board-writer'

/** Returns the path of an empty database with the product's tables, for tests to copy. */
export function templateFile(): string {
  return join(requireFolder(), 'royale.db')
}

/** Returns the URL of a writer's bundle. */
export function writerEntry(writer: WriterName): URL {
  return pathToFileURL(join(requireFolder(), `${writer}.mjs`))
}

function requireFolder(): string {
  const folder = process.env[TEMPLATE_VARIABLE]
  if (folder === undefined) throw new Error('The runner has not prepared a template database.')
  return folder
}
