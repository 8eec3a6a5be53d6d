import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import {
  previewReportSchema,
  type PreviewDraft,
  type PreviewView,
} from '#contract/campaign/preview.ts'

/** The pause after a change before the preview gets it, ms. */
const DEBOUNCE_MS = 150

export interface PreviewFrame {
  /** `shown` once the document has asked for the draft. */
  state: 'loading' | 'shown' | 'failed'
  onLoad: () => void
  reload: () => void
  /** Changes with each reload: the frame's key. */
  attempt: number
}

/** Sends the draft to the preview's document while it changes, and follows what happens in it. */
export function usePreviewFrame(
  ref: RefObject<HTMLIFrameElement | null>,
  draft: PreviewDraft,
  onView: (view: PreviewView) => void,
): PreviewFrame {
  const [state, setState] = useState<PreviewFrame['state']>('loading')
  const [attempt, setAttempt] = useState(0)
  const text = JSON.stringify(draft)

  const receive = useEffectEvent(({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== ref.current?.contentWindow) return
    const report = previewReportSchema.safeParse(data).data
    if (report?.kind === 'preview-view') onView(report.view)
    if (report?.kind !== 'preview-ready') return
    setState('shown')
    send(ref.current, text)
  })
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => receive(event)
    addEventListener('message', listener)
    return () => removeEventListener('message', listener)
  }, [])
  useEffect(() => {
    if (state !== 'shown') return
    const timer = setTimeout(() => send(ref.current, text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [ref, state, text])

  return {
    state,
    attempt,
    onLoad: () => {
      // A refusal is not this document, and one that may not be framed cannot be read at all.
      const root = ref.current?.contentDocument?.getElementById('root') ?? null
      if (root === null) setState('failed')
    },
    reload: () => {
      setState('loading')
      setAttempt(attempt + 1)
    },
  }
}

function send(frame: HTMLIFrameElement | null, draft: string): void {
  frame?.contentWindow?.postMessage(JSON.parse(draft), location.origin)
}
