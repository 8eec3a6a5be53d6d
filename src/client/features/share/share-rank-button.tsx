import { ShareButton, type ShareButtonProps } from '#client/ui/share-button.tsx'
import { buildInvitation, type SharedRank } from './invitation.ts'

export type ShareRankButtonProps = SharedRank & Pick<ShareButtonProps, 'isMain' | 'onSharing'>

/** Lets donors share their rank. */
export function ShareRankButton({ isMain = false, onSharing, ...rank }: ShareRankButtonProps) {
  const invitation = buildInvitation(rank)
  return <ShareButton {...{ invitation, isMain, onSharing }} label="Share my rank" />
}
