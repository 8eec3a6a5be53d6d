import { ShareButton, type ShareButtonProps } from '#client/ui/share-button.tsx'
import { buildInvitation, type SharedRank } from './invitation.ts'
import styles from './share-rank-button.module.css'
import { useRankLink, type RankLink } from './use-rank-link.ts'

export type ShareRankButtonProps = SharedRank & Pick<ShareButtonProps, 'isMain' | 'onSharing'>

/** Lets donors share their rank, or says why they cannot. */
export function ShareRankButton(props: ShareRankButtonProps) {
  const link = useRankLink(props.donationId)
  return link && <LinkedRankButton {...props} link={link} />
}

/** Shares the rank by a link that is known. */
export function LinkedRankButton({
  link,
  isMain = false,
  onSharing,
  ...rank
}: ShareRankButtonProps & { link: RankLink }) {
  if ('refusal' in link) return <p className={styles.refusal}>{link.refusal}</p>
  const { donationId } = link
  // The name of another donation may be none that the link shows.
  const name = donationId === rank.donationId ? rank.name : null
  const invitation = buildInvitation({ ...rank, donationId, name })
  return <ShareButton {...{ invitation, isMain, onSharing }} label="Share my rank" />
}
