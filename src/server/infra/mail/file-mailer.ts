import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import { composeMail } from './compose-mail.ts'
import type { Mailer } from './mailer.ts'
import type { Sender } from './sender.ts'

/**
 * Creates a mailer that stores each message in `folder` as a file `<key>.eml`, which every mail
 * program opens.
 */
export function createFileMailer({ folder, sender }: { folder: string; sender: Sender }): Mailer {
  return {
    send: async (mail) => {
      const message = await new MailComposer({ ...composeMail(mail, sender), newline: 'windows' })
        .compile()
        .build()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await keep(folder, `${mail.key}.eml`, message)
    },
    close: async () => {},
  }
}

/**
 * Stores a file under a temporary name and then renames it, so that it is whole or missing; it is
 * on the disk when this resolves.
 */
async function keep(folder: string, name: string, content: Buffer): Promise<void> {
  const file = join(folder, name)
  await writeFile(`${file}.new`, content, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  await syncFolder(folder)
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
