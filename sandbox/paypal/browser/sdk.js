/**
 * Stands in for PayPal's classic script: draws its button, opens the payer's page in a popup, and
 * calls the page's handlers with the result. https://developer.paypal.com/sdk/js/reference/
 *
 * @import { PayPalButtonsComponent, PayPalButtonsComponentOptions, PayPalButtonStyle } from '@paypal/paypal-js'
 */
'use strict'
{
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) throw new Error('This is no script of a page.')
  const approveUrl = new URL('../approve', script.src)

  const POLL_MS = 300
  const POPUP = 'popup,width=460,height=720'

  Object.assign(window, {
    [script.dataset['namespace'] ?? 'paypal']: {
      version: '5.0.0',
      FUNDING: { PAYPAL: 'paypal' },
      Buttons: createButtons,
    },
  })

  /**
   * Draws one button, which has at most one payment under way.
   *
   * @param {PayPalButtonsComponentOptions} [given]
   * @returns {PayPalButtonsComponent}
   */
  function createButtons(given = {}) {
    const options = { ...given }
    const root = document.createElement('div')
    const button = drawButton(options.style)
    /** @type {Payment | undefined} */
    let payment

    // The label is as large as the width lets it be.
    root.style.containerType = 'inline-size'
    root.append(button)
    button.addEventListener('click', () => {
      if (payment?.isOpen === true) payment.focus()
      else payment = startPayment(options)
    })
    return {
      isEligible: () => (options.fundingSource ?? 'paypal') === 'paypal',
      hasReturned: () => false,
      resume: () => {},
      updateProps: async (props) => {
        Object.assign(options, props)
      },
      render: async (container) => {
        requireContainer(container).append(root)
        const setEnabled = async (/** @type {boolean} */ isEnabled) => {
          button.disabled = !isEnabled
        }
        options.onInit?.({}, { enable: () => setEnabled(true), disable: () => setEnabled(false) })
      },
      close: async () => {
        payment?.end()
        root.remove()
      },
    }
  }

  /** @param {HTMLElement | string} container */
  function requireContainer(container) {
    const element = container instanceof Element ? container : document.querySelector(container)
    if (element === null) throw new Error('There is no such element to draw the buttons into.')
    return element
  }

  /**
   * Starts a payment if the page's `onClick` allows it; else returns undefined.
   *
   * @param {PayPalButtonsComponentOptions} options
   */
  function startPayment(options) {
    const click = { isWanted: true }
    const reject = async () => {
      click.isWanted = false
    }
    const asked = options.onClick?.(
      { fundingSource: 'paypal' },
      { reject, resolve: async () => {} },
    )
    if (!click.isWanted) return undefined
    const payment = new Payment(options)
    void payment.guard(async () => {
      payment.openWindow()
      await asked
      if (click.isWanted) await payment.begin()
      else payment.end()
    })
    return payment
  }

  /** A payment, from the click until the page's handlers have been called with its result. */
  class Payment {
    isOpen = true
    #options
    #orderId = ''
    #polling = 0
    /** @type {Window | undefined} */
    #popup

    /** @param {PayPalButtonsComponentOptions} options */
    constructor(options) {
      this.#options = options
      addEventListener('message', this.#hear)
    }

    focus() {
      this.#popup?.focus()
    }

    /** Opens the popup. Call it within the click event: at other times, browsers block it. */
    openWindow() {
      const popup = window.open('about:blank', '', POPUP)
      if (popup === null) throw new Error('The browser has blocked the window of PayPal.')
      popup.document.title = 'PayPal – Test mode'
      popup.document.body.textContent = 'Loading PayPal (Test mode)…'
      this.#popup = popup
      return popup
    }

    async begin() {
      const actions = { order: { create: refuse } }
      const orderId = await this.#options.createOrder?.({ paymentSource: 'paypal' }, actions)
      if (!orderId) throw new Error('Expected an order id to be passed.')
      this.#orderId = orderId
      if (this.#popup?.closed) this.#cancel()
      else if (this.isOpen) this.#showPayer()
    }

    /**
     * Runs `act`; ends the payment with an error that it throws.
     *
     * @param {() => Promise<void>} act
     */
    async guard(act) {
      try {
        await act()
      } catch (error) {
        if (!this.end()) return
        const thrown = error instanceof Error ? error : new Error(String(error))
        if (this.#options.onError === undefined) reportError(thrown)
        else this.#options.onError(Object.assign(thrown))
      }
    }

    /** Ends the payment; returns false if it had ended already. */
    end() {
      const wasOpen = this.isOpen
      this.isOpen = false
      clearInterval(this.#polling)
      removeEventListener('message', this.#hear)
      this.#popup?.close()
      return wasOpen
    }

    #cancel() {
      if (!this.end()) return
      this.#options.onCancel?.({ orderID: this.#orderId }, { redirect: () => {} })
    }

    #showPayer() {
      const popup = this.#popup?.closed === false ? this.#popup : this.openWindow()
      const query = new URLSearchParams({ token: this.#orderId, opener: location.origin })
      popup.location.replace(`${approveUrl.href}?${query}`)
      this.#polling = setInterval(() => {
        if (popup.closed) this.#cancel()
      }, POLL_MS)
    }

    /** @param {MessageEvent} event */
    #hear = ({ origin, source, data }) => {
      if (origin !== approveUrl.origin || source !== this.#popup) return
      const { type, token, result, payerID } = Object(data)
      if (type !== 'royale-sandbox-paypal' || token !== this.#orderId) return
      // The payer may close the window now, and the payment continues.
      clearInterval(this.#polling)
      if (result === 'approved') void this.guard(() => this.#approve(String(payerID)))
      else this.#cancel()
    }

    /**
     * Approves the payment. The popup stays until the page's handler ends, which may restart it.
     *
     * @param {string} payerID
     */
    async #approve(payerID) {
      const next = { isRestart: false }
      const ids = { orderID: this.#orderId, payerID, paymentID: null, billingToken: null }
      const data = { ...ids, facilitatorAccessToken: '', paymentSource: 'paypal' }
      await this.#options.onApprove?.(data, {
        redirect: (url) => location.assign(url),
        restart: () => {
          next.isRestart = true
        },
        order: { get: refuse, capture: refuse, authorize: refuse, patch: refuse },
      })
      if (next.isRestart && this.isOpen) this.#showPayer()
      else this.end()
    }
  }

  /** @returns {Promise<never>} */
  async function refuse() {
    throw new Error('Orders are made and captured by the server, not by the page.')
  }

  /** @type {Partial<Record<NonNullable<PayPalButtonStyle['label']>, string>>} */
  const LABELS = { donate: 'Donate with PayPal', pay: 'Pay with PayPal' }

  const RADII = { pill: '999px', rect: '4px', sharp: '0' }

  /**
   * Draws the button in gold, whatever colour was asked for, with the page's own focus ring.
   *
   * @param {PayPalButtonStyle} [style]
   */
  function drawButton({ label = 'paypal', shape = 'rect', height = 40 } = {}) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = LABELS[label] ?? 'PayPal'
    Object.assign(button.style, {
      display: 'block',
      width: '100%',
      height: `${height}px`,
      // Shown with forced colours.
      border: '1px solid transparent',
      borderRadius: RADII[shape],
      background: '#ffc439',
      color: '#111',
      padding: '0',
      font: '600 1em/1 "Helvetica Neue", Helvetica, Arial, sans-serif',
      fontSize: `min(${Math.round(height * 0.4)}px, 8.6cqi)`,
      whiteSpace: 'nowrap',
      cursor: 'pointer',
    })
    return button
  }
}
