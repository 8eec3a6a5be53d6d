import { useState } from 'react'
import type { Recap } from '#contract/crowns.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { Button } from '#client/ui/button.tsx'
import { drawPicture } from './picture.ts'
import styles from './save.module.css'
import { fileName, nameSource, readTokens, saveFile } from './tokens.ts'
import { useTestNote } from './use-test-note.ts'

/** Saves the recap as a picture to share. */
export function SavePicture({ recap }: { recap: Recap }) {
  const { title } = useCampaign()
  const test = useTestNote()
  const [hasFailed, setFailed] = useState(false)
  const name = recap.round?.name ?? title

  async function save(): Promise<void> {
    const texts = { title: name, test, source: nameSource(title), tokens: readTokens() }
    const picture = await drawPicture(recap, texts)
    setFailed(picture === null)
    if (picture !== null) saveFile(picture, fileName(name, 'png'))
  }

  return (
    <p className={styles.picture}>
      <Button onClick={() => void save()}>Save as picture</Button>
      {hasFailed && <span role="alert">This browser could not draw the picture.</span>}
    </p>
  )
}
