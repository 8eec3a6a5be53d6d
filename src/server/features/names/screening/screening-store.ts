import type { ScreeningSettings } from '#contract/host/texts.ts'
import { writeEach } from '#server/infra/database/database.ts'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'
import { countTextChange } from '../text-head.ts'
import { readScreening } from '../text-reads.ts'

interface SettingsChange {
  settings: ScreeningSettings
  actor: AuditActor
  /** False for a host who may change the words and amounts alone. */
  mayChangeMode: boolean
  at: number
}

export type SettingsChanged = 'done' | 'outdated' | 'not-allowed'

/** Changes the settings of the screening, unless they have changed since the host read them. */
export const changeScreening = writeEach(
  'names.change-screening',
  async (
    writer,
    { settings, actor, mayChangeMode, at }: SettingsChange,
  ): Promise<SettingsChanged> => {
    // Also locks, so that of two hosts the second one sees what the first one did.
    await countTextChange(writer)
    const before = await readScreening(writer)
    if (before.revision !== settings.revision) return 'outdated'
    const isSameMode = before.mode === settings.mode && before.messages === settings.messages
    if (!isSameMode && !mayChangeMode) return 'not-allowed'
    await writer
      .updateTable('text_screening')
      .set({
        mode: settings.mode,
        messages: settings.messages ? 1 : 0,
        words: JSON.stringify([...new Set(settings.words)]),
        amounts: JSON.stringify([...new Set(settings.amountsCents)]),
        revision: settings.revision + 1,
        updated_at: at,
      })
      .execute()
    await recordAudit(writer, {
      at,
      actor,
      action: 'screening.changed',
      subject: { kind: 'screening', id: 'names' },
      before,
      after: settings,
    })
    return 'done'
  },
)
