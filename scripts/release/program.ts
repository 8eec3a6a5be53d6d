import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { bundleProgram } from './bundle.ts'
import { stagePackage } from './stage.ts'

/** The compiled program shares these with the clone, which installs and builds them anew by itself. */
const SHARED = ['node_modules', 'dist/client', 'dist/server']

const manifestSchema = z.object({ version: z.string() })

/**
 * Compiles the program of the clone at `root` as a package of a release has it, into `folder`, which
 * is complete or not there: it starts with half of the work of the sources, whose thousand modules
 * are each looked for and read, and needs less memory.
 */
export async function compileProgram(root: string, folder: string): Promise<void> {
  // `mkdtemp` would make a folder that no other user may enter, such as that of the service.
  const attempt = `${folder}.attempt-${randomUUID()}`
  mkdirSync(attempt, { recursive: true })
  try {
    await bundleProgram(join(attempt, 'dist/program'))
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    stagePackage(root, attempt, manifestSchema.parse(manifest).version)
    for (const path of SHARED) {
      const link = join(attempt, path)
      mkdirSync(dirname(link), { recursive: true })
      // Relative, so that the clone can be moved. Both folders lie in the same one.
      symlinkSync(relative(dirname(link), join(root, path)), link)
    }
    renameSync(attempt, folder)
  } finally {
    rmSync(attempt, { recursive: true, force: true })
  }
}
