import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import { composeMail } from './compose-mail.ts'
import type { Mailer } from './mailer.ts'
import type { Sender } from './sender.ts'

/** Puts each message into `folder` as a file `<key>.eml`, which every mail program opens. */
export function createFileMailer({ folder, sender }: { folder: string; sender: Sender }): Mailer {
  return {
    send: async (mail) => {
      const message = await new MailComposer(composeMail(mail, sender)).compile().build()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await keep(folder, `${mail.key}.eml`, message)
    },
    close: async () => {},
  }
}

/** Written aside first, so that a file is whole or not there; on the disk when it resolves. */
async function keep(folder: string, name: string, content: Buffer): Promise<void> {
  const file = join(folder, name)
  await writeFile(`${file}.new`, content, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  await syncFolder(folder)
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file system keeps a journal of names.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
