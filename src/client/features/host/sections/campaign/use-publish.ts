import { useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import { campaignChangeSchema, hostCampaignSchema } from '#contract/campaign/settings.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { findFieldByWords, type FieldWords } from '#client/ui/form/refused-field.ts'
import { callHost } from '../../api/call-host.ts'
import { changes } from '../../api/changes.ts'
import { toChange, VALUE_NAMES, type ValueName } from './campaign-values.ts'
import type { DraftView } from './use-draft.ts'

/** The result of publishing, as a sentence. */
interface PublishMessage {
  tone: 'error' | 'success'
  text: string
}

export interface Publishing {
  isBusy: boolean
  message: PublishMessage | undefined
  /** The sentences about wrong values. */
  problems: Partial<Record<ValueName, string>>
  /** Resolves with whether a field is marked, whose value is wrong. */
  publish: () => Promise<boolean>
}

/** The values that only the server can refuse, by its sentences. */
const REFUSED: FieldWords = [
  [/^The largest donation/, 'amounts.maxCents'],
  [/\bpicture\b/, 'picture'],
]

const CONFLICT = 'Somebody else has published meanwhile. Your draft is still here: look at both.'

/** Publishes the draft; what fails leaves it as it is. */
export function usePublish(draft: DraftView, refresh: () => Promise<void>): Publishing {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<PublishMessage>()
  const [problems, setProblems] = useState<Publishing['problems']>({})

  async function publish(): Promise<boolean> {
    const body = toChange(draft.values, draft.changed)
    const sent = Object.fromEntries(draft.changed.map((name) => [name, draft.values[name]]))
    const found = findProblems(body)
    setProblems(found)
    setMessage(undefined)
    if (Object.keys(found).length > 0) {
      setMessage({ tone: 'error', text: 'Nothing was published: look at the marked fields.' })
      return true
    }
    setBusy(true)
    try {
      await send(body, draft.version)
      await refresh()
      draft.dropPublished(sent)
      changes.announce(['campaign'])
      setMessage({ tone: 'success', text: 'Published. Every open page shows it now.' })
      return false
    } catch (error) {
      const text = await toSentence(error)
      const field = findFieldByWords(error, REFUSED)
      if (field !== undefined) setProblems({ [field]: text })
      setMessage({ tone: 'error', text })
      return field !== undefined
    } finally {
      setBusy(false)
    }
  }

  async function toSentence(error: unknown): Promise<string> {
    if (!(error instanceof AppError)) return 'Something went wrong. Nothing was published.'
    if (error.reason !== 'CAMPAIGN_CHANGED') return error.message
    await refresh()
    return CONFLICT
  }

  return { isBusy, message, problems, publish }
}

async function send(body: Record<string, unknown>, version: number): Promise<void> {
  await callHost(HOST_ROUTES.campaign, hostCampaignSchema, {
    method: 'PUT',
    body,
    headers: { 'if-match': `"${version}"` },
  })
}

/** Returns what the schema of a change says of each value. */
function findProblems(body: Record<string, unknown>): Publishing['problems'] {
  const issues = campaignChangeSchema.safeParse(body).error?.issues ?? []
  const problems: Publishing['problems'] = {}
  for (const { path, message } of issues) {
    const where = path.join('.')
    const name = VALUE_NAMES.find((one) => where === one || where.startsWith(`${one}.`))
    if (name !== undefined) problems[name] ??= message
  }
  return problems
}
