import { lazyPart } from './lazy-part.tsx'

export const accountDialog = lazyPart(async () => {
  const { AccountDialog } = await import('../features/account/account-dialog.tsx')
  return AccountDialog
})

export const yourAccount = lazyPart(async () => {
  const { YourAccount } = await import('../features/account/your-account.tsx')
  return YourAccount
})

export const donatePanel = lazyPart(async () => {
  const { DonatePanel } = await import('../features/donate/donate-panel.tsx')
  return DonatePanel
})

export const paymentNotices = lazyPart(async () => {
  const { PaymentNotices } = await import('../features/donate/payment-notices.tsx')
  return PaymentNotices
})

export const pendingRows = lazyPart(async () => {
  const { PendingRows } = await import('../features/donate/pending-rows.tsx')
  return PendingRows
})

export const celebration = lazyPart(async () => {
  const { Celebration, preloadConfetti } = await import('../features/celebration/celebration.tsx')
  preloadConfetti()
  return Celebration
})

export const newLeader = lazyPart(async () => {
  const { NewLeader } = await import('../features/celebration/new-leader.tsx')
  return NewLeader
})

export const shareRank = lazyPart(async () => {
  const { ShareRank } = await import('../features/share/share-rank.tsx')
  return ShareRank
})

export const shareDialog = lazyPart(async () => {
  const { ShareDialog } = await import('../features/share/share-dialog.tsx')
  return ShareDialog
})

export const sky = lazyPart(async () => {
  const { Sky } = await import('../features/sky/sky.tsx')
  return Sky
})
