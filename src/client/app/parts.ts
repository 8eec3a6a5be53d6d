import { lazyPart } from '#client/lib/lazy-part.ts'

export const accountDialog = lazyPart(async () => {
  const { AccountDialog } = await import('#client/features/account/log-in/account-dialog.tsx')
  return AccountDialog
})

export const yourAccount = lazyPart(async () => {
  const { YourAccount } = await import('#client/features/account/your-account/your-account.tsx')
  return YourAccount
})

export const donatePanel = lazyPart(async () => {
  const { AcceptedDonatePanel } = await import('./accepted-donate-panel.tsx')
  return AcceptedDonatePanel
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

export const shareRankButton = lazyPart(async () => {
  const { ShareRankButton } = await import('#client/features/share/share-rank-button.tsx')
  return ShareRankButton
})

export const shareDialog = lazyPart(async () => {
  const { ShareDialog } = await import('#client/features/share/share-dialog.tsx')
  return ShareDialog
})

export const aboutDialog = lazyPart(async () => {
  const { AboutDialog } = await import('#client/features/campaign/about-dialog.tsx')
  return AboutDialog
})

export const sky = lazyPart(async () => {
  const { Sky } = await import('#client/features/sky/sky.tsx')
  return Sky
})
