import { parseArgs } from 'node:util'
import { readVersion } from '#server/version.ts'

export const HELP = 'donation-royale version\n\nPrints the version.\n'

/** Prints the version; returns the exit code. */
export async function run(args: string[]): Promise<number> {
  parseArgs({ args })
  process.stdout.write(`${readVersion()}\n`)
  return 0
}
