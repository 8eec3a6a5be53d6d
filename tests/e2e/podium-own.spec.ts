import { expect, test } from '../helpers/browser/e2e.ts'
import { signIn } from '../helpers/browser/host.ts'
import { enter } from '../helpers/browser/visitor.ts'
import { createRound } from '../helpers/server/create-round.ts'
import { giveAsNewDonor, sendJson, signUp } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'

for (const ranks of ['donation', 'donor'] as const) {
  test(`at the end of a round of ${ranks}s whoever has given reads their own place`, async ({
    page,
    browser,
    server,
  }) => {
    const { name: project } = test.info().project
    const name = `Own ${ranks} ${project}`
    const host = await signUpHost(server)
    const id = await createRound(host, { name, ranks, fromS: 0, toS: 3_600 })
    const [mira, theo] = [await signUp(server.url), await signUp(server.url)]
    await giveAsNewDonor(server.url, 9_000, 'Mira Kell')
    await mira.fetchCheckout(await mira.payByCard(8_000, 'Mira Kell'))
    await giveAsNewDonor(server.url, 7_000, 'Nova Hale')
    await theo.fetchCheckout(await theo.payByCard(400, 'Theo Lind'))
    await theo.fetchCheckout(await theo.payByCard(200, 'Theo Lind'))
    await signIn(page, server, mira)
    await enter(page)
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    const other = await (await browser.newContext({ baseURL: server.url })).newPage()
    await signIn(other, server, theo)
    await enter(other)
    await other.getByRole('tab', { name: 'All time' }).click()

    await sendJson(host, `/api/host/rounds/${id}/end`, { body: {} })
    const places = page.getByRole('dialog', { name }).getByRole('listitem')
    await expect(places).toHaveText(['1Mira$90.00', '2Mira$80.00You', '3Nova$70.00'])
    await expect(other.getByRole('dialog', { name })).toContainText(
      // Two gifts are one sum of a donor.
      ranks === 'donor' ? 'You are #4 of 4 with $6.00.' : 'You are #4 of 5 with $4.00.',
    )
    await other.context().close()
  })
}
