/**
 * Stands in for PayPal's script: draws its button, opens the payer's page in a popup, and tells
 * the page's handlers what became of it. Runs in browsers as it is, under a policy that allows no
 * inline styles. https://developer.paypal.com/sdk/js/reference/
 *
 * @import { PayPalButtonsComponent, PayPalButtonsComponentOptions, PayPalButtonStyle } from '@paypal/paypal-js'
 */
;(() => {
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const approveUrl = new URL('../approve', script.src)

  const POLL_MS = 300
  const POPUP = 'popup,width=460,height=720'
  const MESSAGE = 'royale-sandbox-paypal'

  /** @type {Record<NonNullable<PayPalButtonStyle['label']>, string>} */
  const LABELS = {
    paypal: 'PayPal',
    checkout: 'PayPal Checkout',
    buynow: 'Buy now with PayPal',
    pay: 'Pay with PayPal',
    installment: 'Pay later with PayPal',
    subscribe: 'Subscribe with PayPal',
    donate: 'Donate with PayPal',
  }
  /** @type {Record<NonNullable<PayPalButtonStyle['color']>, [background: string, text: string]>} */
  const COLORS = {
    gold: ['#ffc439', '#001c64'],
    blue: ['#0b5cad', '#fff'],
    silver: ['#eee', '#001c64'],
    white: ['#fff', '#001c64'],
    black: ['#111', '#fff'],
  }
  const RADII = { pill: '999px', rect: '4px', sharp: '0' }

  /** One click and all that follows from it. */
  class Payment {
    #options
    #onEnd
    #popup
    #polling
    #orderId = ''
    #isOver = false

    /**
     * Opens the popup at once, since browsers let a page do so only within the click itself.
     *
     * @param {PayPalButtonsComponentOptions} options
     * @param {Promise<boolean>} isWanted
     * @param {() => void} onEnd
     */
    constructor(options, isWanted, onEnd) {
      this.#options = options
      this.#onEnd = onEnd
      this.#popup = openWaitingWindow()
      addEventListener('message', this.#onMessage)
      this.#polling = setInterval(() => this.#look(), POLL_MS)
      this.#begin(isWanted).catch((error) => this.#fail(error))
    }

    focus() {
      this.#popup?.focus()
    }

    /** Ends it without a word to the page. */
    abandon() {
      if (this.#isOver) return false
      this.#isOver = true
      clearInterval(this.#polling)
      removeEventListener('message', this.#onMessage)
      this.#popup?.close()
      this.#onEnd()
      return true
    }

    /** @param {Promise<boolean>} isWanted */
    async #begin(isWanted) {
      if (!(await isWanted)) {
        this.abandon()
        return
      }
      if (this.#popup === null) throw new Error('The browser has blocked the window of PayPal.')
      const order = { create: refuseFromPage }
      const orderId = await this.#options.createOrder?.({ paymentSource: 'paypal' }, { order })
      if (!orderId) throw new Error('Expected an order id to be passed.')
      this.#orderId = orderId
      if (!this.#isOver) this.#showPayer()
    }

    /** Leads the popup to the payer's page, whose answer is a message. */
    #showPayer() {
      const url = new URL(approveUrl)
      url.searchParams.set('token', this.#orderId)
      url.searchParams.set('opener', location.origin)
      this.#popup?.location.replace(url)
    }

    #look() {
      if (this.#popup?.closed) this.#cancel()
    }

    /** @param {MessageEvent} event */
    #onMessage = ({ origin, source, data }) => {
      if (origin !== approveUrl.origin || source !== this.#popup) return
      if (data?.type !== MESSAGE || data.token !== this.#orderId) return
      if (data.result === 'approved')
        this.#approve(data.payerID).catch((error) => this.#fail(error))
      else this.#cancel()
    }

    /**
     * The popup stays until the page is done, which may want to show it once more.
     *
     * @param {string} payerID
     */
    async #approve(payerID) {
      // By now the payer may close the window: the payment goes on without it.
      clearInterval(this.#polling)
      const next = { isRestart: false }
      await this.#options.onApprove?.(
        { orderID: this.#orderId, payerID, paymentID: null, billingToken: null },
        {
          redirect: (url) => location.assign(url),
          restart: () => {
            next.isRestart = true
          },
        },
      )
      if (!next.isRestart) {
        this.abandon()
        return
      }
      if (this.#popup?.closed) this.#popup = openWaitingWindow()
      if (this.#popup === null) throw new Error('The browser has blocked the window of PayPal.')
      this.#polling = setInterval(() => this.#look(), POLL_MS)
      this.#showPayer()
    }

    #cancel() {
      const orderID = this.#orderId
      if (this.abandon()) this.#options.onCancel?.({ orderID }, { redirect: () => {} })
    }

    /** @param {unknown} error */
    #fail(error) {
      if (!this.abandon()) return
      const { onError } = this.#options
      if (onError === undefined) reportError(error)
      else onError(error instanceof Error ? Object.assign(error) : { message: String(error) })
    }
  }

  /**
   * @param {PayPalButtonsComponentOptions} [given]
   * @returns {PayPalButtonsComponent}
   */
  function createButtons(given = {}) {
    const options = { ...given }
    const root = document.createElement('div')
    const button = drawButton(options.style)
    /** @type {Payment | undefined} */
    let payment
    root.append(button, drawMode())
    button.addEventListener('click', () => {
      if (payment !== undefined) {
        payment.focus()
        return
      }
      const isWanted = askPage(options)
      if (isWanted === false) return
      payment = new Payment(options, Promise.resolve(isWanted), () => {
        payment = undefined
      })
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
        const setDisabled = (/** @type {boolean} */ isDisabled) => async () => {
          button.disabled = isDisabled
        }
        options.onInit?.({}, { enable: setDisabled(false), disable: setDisabled(true) })
      },
      close: async () => {
        payment?.abandon()
        root.remove()
      },
    }
  }

  /**
   * Whether the page wants this click to become a payment; it may take its time to say.
   *
   * @param {PayPalButtonsComponentOptions} options
   * @returns {boolean | Promise<boolean>}
   */
  function askPage({ onClick }) {
    const click = { isWanted: true }
    const actions = {
      resolve: async () => {},
      reject: async () => {
        click.isWanted = false
      },
    }
    const answer = onClick?.({ fundingSource: 'paypal' }, actions)
    if (!click.isWanted || answer === undefined) return click.isWanted
    return answer.then(() => click.isWanted)
  }

  /**
   * Sets styles one by one, which a policy without inline styles allows.
   *
   * @param {PayPalButtonStyle} [style]
   */
  function drawButton({ label = 'paypal', color = 'gold', shape = 'rect', height = 40 } = {}) {
    const button = document.createElement('button')
    const [background, text] = COLORS[color]
    button.type = 'button'
    button.textContent = LABELS[label]
    Object.assign(button.style, {
      display: 'block',
      width: '100%',
      height: `${height}px`,
      border: '0',
      borderRadius: RADII[shape],
      background,
      color: text,
      font: '600 16px/1 system-ui, sans-serif',
      cursor: 'pointer',
    })
    return button
  }

  function drawMode() {
    const mode = document.createElement('p')
    mode.textContent = 'Test mode'
    Object.assign(mode.style, {
      margin: '4px 0 0',
      textAlign: 'center',
      font: '12px/1.4 system-ui',
    })
    return mode
  }

  function openWaitingWindow() {
    const popup = open('about:blank', '', POPUP)
    if (popup === null) return null
    popup.document.title = 'PayPal – Test mode'
    popup.document.body.textContent = 'Loading PayPal (Test mode)…'
    return popup
  }

  /** @param {HTMLElement | string} container */
  function requireContainer(container) {
    const element = typeof container === 'string' ? document.querySelector(container) : container
    if (element !== null) return element
    throw new Error('The element for the buttons does not exist.')
  }

  /** @returns {Promise<never>} */
  async function refuseFromPage() {
    throw new Error('Orders are made and captured by the server.')
  }

  Object.assign(window, {
    [script.dataset['namespace'] ?? 'paypal']: {
      version: '5.0.0-sandbox',
      FUNDING: { PAYPAL: 'paypal' },
      getFundingSources: () => ['paypal'],
      /** @param {string} source */
      isFundingEligible: (source) => source === 'paypal',
      Buttons: createButtons,
    },
  })
})()
