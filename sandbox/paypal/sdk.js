/**
 * Stands in for PayPal's script: draws its button, opens the payer's page in a popup, and tells
 * the page's handlers what became of it. Runs in browsers, under a policy without inline styles.
 * https://developer.paypal.com/sdk/js/reference/
 */
;(() => {
  const script = document.currentScript
  const approveUrl = new URL('../approve', script.src)
  const namespace = script.getAttribute('data-namespace') ?? 'paypal'

  const POLL_MS = 300
  const POPUP = 'popup,width=460,height=680'

  const LABELS = {
    paypal: 'PayPal',
    checkout: 'PayPal Checkout',
    buynow: 'Buy now with PayPal',
    pay: 'Pay with PayPal',
    donate: 'Donate with PayPal',
  }
  const COLORS = {
    gold: ['#ffc439', '#111'],
    blue: ['#0b5cad', '#fff'],
    silver: ['#eee', '#111'],
    white: ['#fff', '#111'],
    black: ['#111', '#fff'],
  }
  const RADII = { pill: '999px', rect: '4px', sharp: '0' }

  function createButtons(given = {}) {
    const options = given
    const root = document.createElement('div')
    const button = drawButton(options.style)
    let payment

    root.append(button, drawTestMode())
    button.addEventListener('click', () => {
      if (payment !== undefined) return payment.focus()
      payment = beginPayment(options, () => {
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
        const parent = findContainer(container)
        parent.append(root)
        options.onInit?.(
          { correlationID: 'sandbox' },
          {
            enable: async () => setEnabled(button, true),
            disable: async () => setEnabled(button, false),
          },
        )
      },
      close: async () => {
        payment?.abandon()
        root.remove()
      },
    }
  }

  function findContainer(container) {
    const element = typeof container === 'string' ? document.querySelector(container) : container
    if (element) return element
    throw new Error(`The container ${container} for the buttons does not exist.`)
  }

  /** One click and all that follows from it; undefined where the page did not want it. */
  function beginPayment(options, onEnd) {
    let isWanted = true
    let isOver = false
    let orderId
    let popup
    let polling

    function end() {
      if (isOver) return false
      isOver = true
      clearInterval(polling)
      removeEventListener('message', onMessage)
      popup?.close()
      onEnd()
      return true
    }

    function fail(error) {
      if (end()) options.onError?.(error)
    }

    function cancel() {
      if (end()) options.onCancel?.({ orderID: orderId }, { redirect })
    }

    async function open(clicked) {
      await clicked
      if (!isWanted) return end()
      orderId = await options.createOrder(
        { paymentSource: 'paypal' },
        { order: { create: refuseFromPage } },
      )
      if (!isOver) showPayer()
    }

    /** Leads the popup to the payer's page and waits for the answer. */
    function showPayer() {
      if (popup === null || popup.closed) popup = window.open('about:blank', '', POPUP)
      if (popup === null) throw new Error('The browser has blocked the window of PayPal.')
      const url = new URL(approveUrl)
      url.searchParams.set('token', orderId)
      url.searchParams.set('opener', location.origin)
      popup.location = url.href
      clearInterval(polling)
      polling = setInterval(() => {
        if (popup.closed) cancel()
      }, POLL_MS)
    }

    function onMessage({ origin, source, data }) {
      const isOurs = origin === approveUrl.origin && source === popup
      if (!isOurs || data?.type !== 'royale-sandbox-paypal' || data.token !== orderId) return
      clearInterval(polling)
      if (data.result === 'approved') approve(data.payerID).catch(fail)
      else cancel()
    }

    /** The popup stays until the page is done, which may want to show it once more. */
    async function approve(payerID) {
      let isAgain = false
      await options.onApprove?.(
        {
          orderID: orderId,
          payerID,
          paymentID: null,
          billingToken: null,
          facilitatorAccessToken: '',
          paymentSource: 'paypal',
        },
        {
          redirect,
          restart: () => {
            isAgain = true
          },
          order: {
            get: refuseFromPage,
            capture: refuseFromPage,
            authorize: refuseFromPage,
            patch: refuseFromPage,
          },
        },
      )
      if (isOver) return
      if (isAgain) showPayer()
      else end()
    }

    const clicked = askPage(options, () => {
      isWanted = false
    })
    if (!isWanted) {
      onEnd()
      return undefined
    }
    // Browsers let a page open a window only within the click itself.
    popup = window.open('about:blank', '', POPUP)
    addEventListener('message', onMessage)
    open(clicked).catch(fail)
    return { focus: () => popup?.focus(), abandon: end }
  }

  /** Asks the page's `onClick` whether to go on; PayPal's takes a promise, or actions, or neither. */
  function askPage(options, refuse) {
    const answer = options.onClick?.(
      { fundingSource: 'paypal' },
      { resolve: async () => {}, reject: async () => refuse() },
    )
    if (answer === false) refuse()
    return answer
  }

  async function redirect(url) {
    location.assign(url)
  }

  async function refuseFromPage() {
    throw new Error('Orders are made and captured by the server, not by the page.')
  }

  // Styles are set one by one, because the page's policy lets no style attribute in.
  function drawButton({ color = 'gold', shape = 'rect', label = 'paypal', height = 40 } = {}) {
    const [background, ink] = COLORS[color] ?? COLORS.gold
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = LABELS[label] ?? LABELS.paypal
    Object.assign(button.style, {
      display: 'block',
      inlineSize: '100%',
      blockSize: `${height}px`,
      border: '0',
      borderRadius: RADII[shape] ?? RADII.rect,
      background,
      color: ink,
      font: '600 1rem/1 system-ui, sans-serif',
      cursor: 'pointer',
    })
    return button
  }

  function drawTestMode() {
    const note = document.createElement('p')
    note.textContent = 'Test mode'
    Object.assign(note.style, {
      margin: '0.375rem 0 0',
      font: '400 0.75rem/1.3 system-ui, sans-serif',
      textAlign: 'center',
    })
    return note
  }

  function setEnabled(button, isEnabled) {
    button.disabled = !isEnabled
    button.style.opacity = isEnabled ? '1' : '0.5'
  }

  window[namespace] = {
    version: '5.0.0-sandbox',
    FUNDING: { PAYPAL: 'paypal' },
    Buttons: createButtons,
  }
})()
