import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract, type Extract } from 'tar-stream'
import { messageOf } from '#contract/app-error.ts'
import { BackupError } from '../backup-error.ts'
import { MANIFEST_NAME, manifestSchema, type Manifest } from './manifest.ts'

const CHUNK_BYTES = 1 << 20

/** One file in an archive. */
type Source = Extract extends AsyncIterable<infer Entry> ? Entry : never

export interface UnpackOptions {
  /** The folder that the parts are written to; without one they are only checked. */
  folder?: string
  /** Called with the manifest before anything is written; may throw. */
  accept?: (manifest: Manifest) => void
}

/**
 * Reads a backup to its end and compares each part with its checksum. Throws a BackupError that
 * names the file if it is damaged, cut off, or no backup.
 */
export async function unpackBackup(file: string, options: UnpackOptions = {}): Promise<Manifest> {
  const archive = extract()
  const source = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  const reading = pipeline(source, createZstdDecompress({ chunkSize: CHUNK_BYTES }), archive)
  const [read, taken] = await Promise.allSettled([reading, takeParts(archive, options)])
  if (taken.status === 'rejected' && isOurs(taken.reason)) throw taken.reason
  if (read.status === 'rejected') throw toBackupError(file, read.reason)
  if (taken.status === 'rejected') throw toBackupError(file, taken.reason)
  return taken.value
}

/** Thrown when the content is not what the manifest says. */
class DamageError extends Error {
  override readonly name = 'DamageError'
}

/** Returns whether an error says something else than that the file is damaged. */
function isOurs(error: unknown): boolean {
  if (error instanceof BackupError) return true
  return error instanceof Error && 'syscall' in error
}

function toBackupError(file: string, error: unknown): unknown {
  if (error instanceof Error && 'syscall' in error) return error
  return new BackupError(
    `${file} is damaged, cut off, or no backup: ${messageOf(error).replace(/\.$/, '')}. Take another backup.`,
    { cause: error },
  )
}

async function takeParts(archive: Extract, { folder, accept }: UnpackOptions): Promise<Manifest> {
  let manifest: Manifest | undefined
  const seen = new Set<string>()
  for await (const entry of archive) {
    if (manifest === undefined) {
      manifest = await readManifest(entry)
      accept?.(manifest)
      continue
    }
    await takePart(entry, manifest, folder)
    seen.add(entry.header.name)
  }
  if (manifest === undefined) throw new DamageError('it is empty')
  const missing = manifest.parts.find(({ name }) => !seen.has(name))
  if (missing !== undefined) throw new DamageError(`${missing.name} is missing in it`)
  return manifest
}

async function readManifest(entry: Source): Promise<Manifest> {
  if (entry.header.name !== MANIFEST_NAME) throw new DamageError('it does not begin as a backup')
  const parsed = manifestSchema.safeParse(JSON.parse(await text(entry)))
  if (!parsed.success) throw new DamageError('its manifest cannot be read')
  return parsed.data
}

async function takePart(entry: Source, { parts }: Manifest, folder?: string): Promise<void> {
  const { name } = entry.header
  const facts = parts.find((part) => part.name === name)
  if (facts === undefined) throw new DamageError(`${name} does not belong in it`)
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  // The name is one of those that a manifest may have, so it leads nowhere else.
  const sink = folder === undefined ? discard() : writeNew(join(folder, facts.name))
  await pipeline(entry, hashed, sink)
  if (hash.digest('hex') !== facts.sha256) throw new DamageError(`the checksum of ${name} is wrong`)
}

function writeNew(file: string): Writable {
  return createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
}

function discard(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
