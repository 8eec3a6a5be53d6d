import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE: ReadonlySet<string> = new Set(['.js', '.css', '.svg', '.webmanifest'])

/**
 * Writes a `.br` and a `.gz` beside every built text file, so that the server compresses nothing
 * per request.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('The build has no folder to compress.')
      // The console lies in the visitors' folder; theirs also has files that no build made.
      const own = Object.keys(bundle).map((file) => join(dir, file))
      const files = this.environment.name === 'client' ? listFiles(dir) : own
      for (const file of files.filter(isCompressible)) {
        const text = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(text))
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
      }
    },
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function isCompressible(file: string): boolean {
  return COMPRESSIBLE.has(extname(file))
}
