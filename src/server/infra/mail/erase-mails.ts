import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The bytes of a message that are read for its address; the headers are at its beginning. */
const HEAD_BYTES = 4_096
const TO = /^to:\s*(?:.*<)?([^\s<>]+)>?\s*$/im

/** Deletes the messages in `folder` to those addresses which `isErased` accepts. */
export async function eraseMails(
  folder: string,
  isErased: (address: string) => boolean,
): Promise<void> {
  for (const name of await listFiles(folder)) {
    const file = join(folder, name)
    const address = TO.exec(await readHead(file))?.[1]
    if (address !== undefined && isErased(address)) await rm(file, { force: true })
  }
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    // A file that a crash has left unfinished ends in `.eml.new`.
    return (await readdir(folder)).filter((name) => /\.eml(?:\.new)?$/.test(name))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Returns the beginning of a file; empty if it is gone by now, as after its renaming. */
async function readHead(file: string): Promise<string> {
  try {
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
