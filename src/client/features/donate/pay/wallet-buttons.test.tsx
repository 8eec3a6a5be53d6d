import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { WalletPayment } from './use-wallet-payment.ts'
import { WalletButtons } from './wallet-buttons.tsx'

const drawn = vi.hoisted(() => vi.fn<(props: { fundingSource?: string }) => null>(() => null))

vi.mock('@paypal/react-paypal-js', () => ({
  PayPalButtons: drawn,
  PayPalScriptProvider: ({ children }: { children: unknown }) => children,
  usePayPalScriptReducer: () => [{ isPending: false, isRejected: false }],
}))

const PAYMENT: WalletPayment = {
  validateAmount: () => undefined,
  createOrder: () => Promise.resolve('order'),
  capture: () => Promise.resolve('done'),
  onCancel: () => Promise.resolve(),
  onError: () => Promise.resolve(),
}

test.each([
  ['one button alone beside a way to pay by card', true, 'paypal'],
  ['its own button for cards too where there is no other', false, undefined],
])('the wallet draws %s', (_, hasCard, fundingSource) => {
  render(
    <WalletButtons
      {...{ clientId: 'id', scriptBase: 'https://wallet.example', isLive: false, hasCard }}
      isDisabled={false}
      payment={PAYMENT}
      onFailed={() => undefined}
    />,
  )
  expect(drawn.mock.lastCall?.[0].fundingSource).toBe(fundingSource)
})
