import { lazyPart } from '#client/lib/lazy-part.ts'

// The first view knows none of these; keep this out of what it imports.

export const accountDialog = lazyPart(async () => {
  const { AccountDialog } = await import('#client/features/account/log-in/account-dialog.tsx')
  return AccountDialog
})

export const yourAccount = lazyPart(async () => {
  const { YourAccount } = await import('#client/features/account/your-account/your-account.tsx')
  return YourAccount
})

export const paymentNotices = lazyPart(async () => {
  const { PaymentNotices } = await import('#client/features/donate/tracking/payment-notices.tsx')
  return PaymentNotices
})

export const pendingRows = lazyPart(async () => {
  const { PendingRows } = await import('#client/features/donate/tracking/pending-rows.tsx')
  return PendingRows
})

export const celebration = lazyPart(async () => {
  const { OwnCelebration, preloadConfetti } =
    await import('#client/features/celebration/own-celebration.tsx')
  preloadConfetti()
  return OwnCelebration
})

export const newLeader = lazyPart(async () => {
  const { NewLeader } = await import('#client/features/celebration/new-leader.tsx')
  return NewLeader
})

export const reachedMilestone = lazyPart(async () => {
  const { ReachedMilestone } = await import('#client/features/celebration/reached-milestone.tsx')
  return ReachedMilestone
})

export const shareRankButton = lazyPart(async () => {
  const { ShareRankButton } = await import('#client/features/share/share-rank-button.tsx')
  return ShareRankButton
})

export const shareDialog = lazyPart(async () => {
  const { ShareDialog } = await import('#client/features/share/share-dialog.tsx')
  return ShareDialog
})
