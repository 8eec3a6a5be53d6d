import { join } from 'node:path'
import { compileProgram } from './release/program.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('Usage: node scripts/compile-program.ts FOLDER')
await compileProgram(join(import.meta.dirname, '..'), folder)
