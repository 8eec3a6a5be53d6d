import { useEffect, useRef, useState } from 'react'
import type { Recap, ReplayStep } from '#contract/crowns.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { Button } from '#client/ui/button.tsx'
import styles from './save.module.css'
import { listFormats, recordVideo } from './record-video.ts'
import { fileName, nameSource, saveFile } from './tokens.ts'
import { useTestNote } from './use-test-note.ts'

/** Saves the replay as a video, in browsers that can record one. */
export function SaveVideo({ recap, steps }: { recap: Recap; steps: readonly ReplayStep[] }) {
  const [canRecord] = useState(() => listFormats().length > 0)
  const { title } = useCampaign()
  const test = useTestNote()
  const [progress, setProgress] = useState<number>()
  const [hasFailed, setFailed] = useState(false)
  const ending = useRef<AbortController>(undefined)
  useEffect(() => () => ending.current?.abort(), [])
  if (!canRecord) return null

  const name = recap.round?.name ?? title
  const record = async () => {
    const controller = new AbortController()
    ending.current = controller
    const { signal } = controller
    setFailed(false)
    setProgress(0)
    try {
      const texts = { title: name, test, source: nameSource(title) }
      const video = await recordVideo({ recap, steps, ...texts, onProgress: setProgress, signal })
      if (video) saveFile(video.file, fileName(name, video.ending))
    } catch {
      setFailed(true)
    }
    setProgress(undefined)
  }

  const isRecording = progress !== undefined
  return (
    <>
      <div className={styles.recording}>
        {isRecording && (
          <label className={styles.progress}>
            Recording
            <progress max={1} value={progress} />
          </label>
        )}
        {/* One button for both, so that it keeps the focus. */}
        <Button onClick={() => (isRecording ? ending.current?.abort() : void record())}>
          {isRecording ? 'Cancel' : 'Save as video'}
        </Button>
      </div>
      {hasFailed && <p role="alert">This browser could not record the video.</p>}
    </>
  )
}
