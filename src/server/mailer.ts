import { serveMails } from '#server/infra/mail/mail-worker.ts'

serveMails()
