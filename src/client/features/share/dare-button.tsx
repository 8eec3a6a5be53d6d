import { useCampaign } from '#client/lib/campaign.ts'
import { Button } from '#client/ui/button.tsx'
import { ShareIcon } from '#client/ui/icons.tsx'
import { useSharing } from '#client/ui/use-sharing.ts'
import styles from './dare-button.module.css'

/** Shares the page with somebody who might donate. */
export function DareButton() {
  const { title } = useCampaign()
  const { result, share } = useSharing()
  const url = `${location.origin}/`
  const invitation = { title, text: 'Think you can conquer the leaderboard? I dare you.', url }
  return (
    <>
      <Button className={styles.dare} onClick={() => void share(invitation)}>
        <ShareIcon /> Dare a friend
      </Button>
      <output className={styles.result}>
        {result === 'copied' && 'Link copied.'}
        {result === 'refused' && url}
      </output>
    </>
  )
}
