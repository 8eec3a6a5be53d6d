import { randomUUID } from 'node:crypto'
import { expect, test as base } from '@playwright/test'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { Engine, EngineBrowser } from '../helpers/browser/engines/engine.ts'
import { ENGINES } from '../helpers/browser/engines/engines.ts'
import { Visitor } from '../helpers/browser/engines/visitor.ts'
import { PASSWORD } from '../helpers/browser/visitor.ts'
import { type AppServer, startAppServer } from '../helpers/server/app-server.ts'
import { createRound } from '../helpers/server/create-round.ts'
import { sendJson, signUpAll } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'

// A server for each test, since a round is on every page of its server.
const test = base.extend<{ server: AppServer }>({
  server: async ({}, provide) => {
    const server = await startAppServer()
    await provide(server)
    await server.stop()
  },
})

/** Firefox asks for an icon on the sandbox's card page, whose policy allows no pictures. */
const SANDBOX_ICON = /favicon\.ico/

for (const [name, find] of Object.entries(ENGINES)) {
  const engine = await find()
  // A machine may lack an engine: its journeys cannot run there, and the skipped test says which.
  if (engine === undefined) test.skip(`skipped: ${name} not found`, () => {})
  else {
    test(`${name}: from the gate to the log-out, with both ways to pay`, ({ server }) =>
      inBrowser(engine, (browser) => takeJourney(browser, server.url)))
    test(`${name}: a whole round of five donors is watched, to the hall of fame`, ({ server }) =>
      inBrowser(engine, (browser) => watchRound(browser, server, `Gala in ${name}`)))
  }
}

async function inBrowser(
  engine: Engine,
  work: (browser: EngineBrowser) => Promise<void>,
): Promise<void> {
  const browser = await engine.open()
  try {
    await work(browser)
    const isOfPage = (text: string) => !SANDBOX_ICON.test(text)
    expect(browser.errors.filter(isOfPage)).toEqual([])
  } finally {
    await browser.close()
  }
}

async function takeJourney(browser: EngineBrowser, url: string): Promise<void> {
  const visitor = new Visitor(browser.tab)
  await visitor.open(url)
  await visitor.press('I Understand')
  await visitor.sees('Top Donors')
  await signUp(visitor)
  await seeChoiceOfAnonymity(browser, visitor)
  await visitor.fill('Amount', '12.34')
  await payByWallet(browser, visitor)
  await browser.tab.resize(1_000, 800)
  await visitor.fill('Amount', '7.89')
  await payByCard(visitor)
  await visitor.press('Logout')
  await visitor.sees('Login / Sign up')
}

async function signUp(visitor: Visitor): Promise<void> {
  const email = `${randomUUID()}@donor.example`
  await visitor.press('Login / Sign up')
  await visitor.press("Don't have an account? Sign up")
  await visitor.fill('Email', email)
  await visitor.fill('Password', PASSWORD)
  await visitor.press('Sign Up')
  await visitor.sees(email)
}

/** Expects a box that the page draws itself, because one engine's own is white. */
async function seeChoiceOfAnonymity({ tab }: EngineBrowser, visitor: Visitor): Promise<void> {
  await visitor.sees('Shown as the first name that you pay with')
  const look = `getComputedStyle(document.querySelector('main [type="checkbox"]')).appearance`
  expect(await tab.evaluate(look)).toBe('none')
}

async function payByWallet(browser: EngineBrowser, visitor: Visitor): Promise<void> {
  await visitor.press('Donate with PayPal')
  const payer = new Visitor(await browser.waitForPopup())
  await payer.fill('Given name', 'Nova')
  await payer.fill('Surname', 'Vance')
  await payer.press('Pay $12.34')
  await seeThanks(visitor, 'Nova')
  await visitor.sees('$12.34')
}

async function payByCard(visitor: Visitor): Promise<void> {
  await visitor.press('Donate with Stripe')
  await visitor.fill('Email', 'payer@donor.example')
  await visitor.fill('Card number', '4242 4242 4242 4242')
  await visitor.fill('Name on card', 'Lyra Moreau')
  await visitor.press('Pay $7.89')
  await seeThanks(visitor, 'Lyra')
  await visitor.sees('$7.89')
}

async function seeThanks(visitor: Visitor, name: string): Promise<void> {
  await visitor.sees('Thank You!')
  await visitor.sees(name)
  await visitor.seesNoMore('Thank You!')
}

const DONORS = ['Ada', 'Bo', 'Cy', 'Dee', 'Eve']

/** Watches a round on a phone from its last minute on, and reads the hall of fame on a laptop. */
async function watchRound(browser: EngineBrowser, server: AppServer, name: string): Promise<void> {
  const host = await signUpHost(server)
  const donors = await signUpAll(server.url, DONORS.length)
  const visitor = new Visitor(browser.tab)
  await browser.tab.resize(390, 800)
  await visitor.open(server.url)
  await visitor.press('I Understand')
  await visitor.sees('Top Donors')
  const id = await createRound(host, { name, prize: 'A cake', fromS: -1, toS: 59 })
  await visitor.press(name)
  // The line begins with a large letter if a tab has the name.
  await visitor.sees('nds in')
  for (const [index, donor] of donors.entries()) {
    const amountCents = 500 + 100 * index
    await donor.fetchCheckout(await donor.payByCard(amountCents, `${DONORS[index]} Lind`))
  }
  await visitor.sees('Dee is $1.00 behind Eve')
  await sendJson(host, `${HOST_ROUTES.rounds}/${id}/end`, { body: {} })
  await visitor.sees('The prize: A cake.')
  await visitor.press('Close')
  await browser.tab.resize(1_200, 800)
  await visitor.sees('Eve has won with $9.00.')
  await visitor.press('Hall of fame')
  for (const donor of DONORS) await visitor.sees(donor)
}
