import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const manifestSchema = z.object({ version: z.string() })

/** Returns the version of the running program, such as `1.2.0`, from its own package.json. */
export function readVersion(): string {
  const file = fileURLToPath(import.meta.resolve('#files/package.json'))
  return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).version
}
