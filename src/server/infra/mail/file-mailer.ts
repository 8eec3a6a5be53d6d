import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coalesce } from '../coalesce.ts'
import { composeMail } from './compose-mail.ts'
import type { Mailer } from './mailer.ts'
import { renderMail } from './render-mail.ts'
import type { Sender } from './sender.ts'

/**
 * Creates a mailer that stores each message in `folder` as a file `<key>.eml`, which every mail
 * program opens. It is on the disk when `send` resolves.
 */
export function createFileMailer({ folder, sender }: { folder: string; sender: Sender }): Mailer {
  // One sync of the folder makes all files durable that were renamed before it began.
  const sync = coalesce(() => syncFolder(folder))
  return {
    send: async (mail) => {
      const message = renderMail(composeMail(mail, sender))
      const file = join(folder, `${mail.key}.eml`)
      try {
        await store(file, message)
      } catch (error) {
        if (!isMissing(error)) throw error
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await store(file, message)
      }
      await sync()
    },
    close: async () => {},
  }
}

/** Writes a file under a temporary name and then renames it, so that it is whole or missing. */
async function store(file: string, content: Buffer): Promise<void> {
  await writeFile(`${file}.new`, content, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders to sync them; its file system journals names.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
