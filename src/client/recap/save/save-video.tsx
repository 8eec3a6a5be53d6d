import { useEffect, useRef, useState } from 'react'
import type { Recap, ReplayStep } from '#contract/crowns.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { Button } from '#client/ui/button.tsx'
import styles from './save.module.css'
import { findFormat, recordVideo } from './record-video.ts'
import { fileName, nameSource, saveFile } from './tokens.ts'
import { useTestNote } from './use-test-note.ts'

/** Saves the replay as a video, in browsers that can record one. */
export function SaveVideo({ recap, steps }: { recap: Recap; steps: readonly ReplayStep[] }) {
  const [format] = useState(findFormat)
  const { title } = useCampaign()
  const test = useTestNote()
  const [progress, setProgress] = useState<number>()
  const [hasFailed, setFailed] = useState(false)
  const ending = useRef<AbortController>(undefined)
  useEffect(() => () => ending.current?.abort(), [])
  if (format === undefined) return null

  const name = recap.round?.name ?? title
  const record = async (type: string, fileEnding: string) => {
    const controller = new AbortController()
    ending.current = controller
    const { signal } = controller
    setFailed(false)
    setProgress(0)
    try {
      const texts = { title: name, test, source: nameSource(title) }
      const options = { recap, steps, ...texts, type, onProgress: setProgress, signal }
      const video = await recordVideo(options)
      if (!signal.aborted) saveFile(video, fileName(name, fileEnding))
    } catch {
      setFailed(true)
    }
    setProgress(undefined)
  }

  if (progress !== undefined) {
    return (
      <div className={styles.recording}>
        <label className={styles.progress}>
          Recording
          <progress max={1} value={progress} />
        </label>
        <Button onClick={() => ending.current?.abort()}>Cancel</Button>
      </div>
    )
  }
  return (
    <>
      <Button onClick={() => void record(format.type, format.ending)}>Save as video</Button>
      {hasFailed && <p role="alert">This browser could not record the video.</p>}
    </>
  )
}
