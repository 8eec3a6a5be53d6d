import { lazyPart } from './lazy-part.tsx'

export const accountDialog = lazyPart(async () => {
  const { AccountDialog } = await import('../features/account/account-dialog.tsx')
  return AccountDialog
})

export const donatePanel = lazyPart(async () => {
  const { DonatePanel } = await import('../features/donate/donate-panel.tsx')
  return DonatePanel
})

export const checkoutReturn = lazyPart(async () => {
  const { CheckoutReturn } = await import('../features/donate/checkout-return.tsx')
  return CheckoutReturn
})

export const celebration = lazyPart(async () => {
  const { Celebration } = await import('../features/celebration/celebration.tsx')
  return Celebration
})
