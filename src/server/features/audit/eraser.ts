import type { Eraser } from '#server/infra/eraser.ts'
import { eraseAuditTexts } from './audit.ts'

/** Erases a donor's texts from the audit log; that something was changed stays in it. */
export const auditEraser: Eraser = {
  tables: ['audit_texts'],
  erase: (writer, { userId }) => eraseAuditTexts(writer, userId),
}
