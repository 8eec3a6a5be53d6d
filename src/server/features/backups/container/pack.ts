import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import { MANIFEST_NAME, type Manifest, type PartFacts, type PartName } from './manifest.ts'

/** The bytes that are read at once. */
const CHUNK_BYTES = 1 << 20

/** A file that goes into a backup. */
export interface Part {
  name: PartName
  path: string
}

/** Returns the size and the checksum of a file. */
export async function measurePart({ name, path }: Part): Promise<PartFacts> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), hash)
  return { name, size: statSync(path).size, sha256: hash.digest('hex') }
}

/**
 * Writes a backup to a new file, a tar archive compressed with zstd. It is on the disk when this
 * resolves.
 */
export async function packBackup(
  file: string,
  manifest: Manifest,
  parts: readonly Part[],
): Promise<void> {
  const archive = pack()
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
    chunkSize: CHUNK_BYTES,
  })
  const written = pipeline(
    archive,
    compress,
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
  await Promise.all([written, addAll(archive, manifest, parts)])
}

async function addAll(archive: Pack, manifest: Manifest, parts: readonly Part[]): Promise<void> {
  const mtime = new Date(manifest.madeAt)
  archive.entry({ name: MANIFEST_NAME, mode: 0o600, mtime }, JSON.stringify(manifest, undefined, 2))
  for (const { name, path } of parts) {
    const { size } = statSync(path)
    const entry = archive.entry({ name, size, mode: 0o600, mtime })
    await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), entry)
  }
  archive.finalize()
}
