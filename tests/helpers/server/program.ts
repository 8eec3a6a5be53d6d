import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The product's program, as a test starts it. */
export interface Program {
  executable: string
  /** The variables that it needs besides its settings. */
  environment: { NODE_COMPILE_CACHE?: string }
}

/** The environment variable with the folder for the program, which the workers of a run inherit. */
export const PROGRAM_VARIABLE = 'ROYALE_TEST_PROGRAM'

const ROOT = join(import.meta.dirname, '../../..')
const BUILD_TIMEOUT_MS = 90_000

/** The program of this checkout, which runs from its sources. */
export const SOURCES: Program = { executable: executableIn(ROOT), environment: {} }

/**
 * Returns the program as a release has it, compiled once per run, at its first use. Outside of a run
 * of tests or benchmarks it is `SOURCES`.
 */
export async function requireProgram(): Promise<Program> {
  const folder = process.env[PROGRAM_VARIABLE]
  if (folder === undefined) return SOURCES
  const staged = join(folder, 'package')
  if (!existsSync(staged)) await buildOnce(folder, staged)
  return {
    executable: executableIn(staged),
    environment: { NODE_COMPILE_CACHE: join(folder, 'compile') },
  }
}

function executableIn(root: string): string {
  return join(root, 'bin/donation-royale')
}

/** Builds the program, or waits for the worker that does. */
async function buildOnce(folder: string, staged: string): Promise<void> {
  // The mark stays, so that no other worker begins anew.
  if (mkdirSync(join(folder, 'begun'), { recursive: true }) !== undefined) {
    // Loaded by the worker alone that builds.
    const { compileProgram } = await import('../../../scripts/release/program.ts')
    await compileProgram(ROOT, staged)
    return
  }
  const deadline = Date.now() + BUILD_TIMEOUT_MS
  while (!existsSync(staged)) {
    if (Date.now() > deadline) throw new Error('No worker has built the program.')
    await pause(50)
  }
}
