/** A donation that is on a board from the start. */
export interface BoardDonation {
  name: string
  amountCents: number
  /** The age of the donation, ms. */
  agoMs: number
  /** The name of the team that it is for; none if it is missing. */
  team?: string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The names of the boards; each is written for the server that shows it. */
export type BoardName = keyof typeof BOARDS

/**
 * Ages are half a unit off each change of the relative time's text, so that pictures stay the same.
 */
const FOURTEEN: BoardDonation[] = [
  { name: 'Nova', amountCents: 50_000, agoMs: 26.5 * MINUTE_MS },
  { name: 'Orion', amountCents: 32_500, agoMs: 2.5 * HOUR_MS },
  { name: 'Lyra', amountCents: 24_800, agoMs: 3.5 * MINUTE_MS },
  { name: 'Caspian', amountCents: 19_900, agoMs: 5.5 * HOUR_MS },
  { name: 'Mira', amountCents: 17_400, agoMs: 1.5 * DAY_MS },
  { name: 'Jun', amountCents: 15_120, agoMs: 44.5 * MINUTE_MS },
  { name: 'Zoë', amountCents: 13_500, agoMs: 7.5 * HOUR_MS },
  { name: 'Kofi', amountCents: 11_800, agoMs: 12.5 * MINUTE_MS },
  { name: 'Priya', amountCents: 9_900, agoMs: 2.5 * DAY_MS },
  { name: 'Theo', amountCents: 8_450, agoMs: 9.5 * HOUR_MS },
  { name: 'Isla', amountCents: 7_300, agoMs: 18.5 * MINUTE_MS },
  { name: 'Ravi', amountCents: 5_000, agoMs: 3.5 * DAY_MS },
  { name: 'Elif', amountCents: 2_500, agoMs: 11.5 * HOUR_MS },
  { name: 'Ada', amountCents: 500, agoMs: 4.5 * DAY_MS },
]

export const BOARDS = {
  empty: (): BoardDonation[] => [],
  one: (): BoardDonation[] => FOURTEEN.slice(0, 1),
  fourteen: (): BoardDonation[] => FOURTEEN,
  'long names': () =>
    renamed([
      'Wolfeschlegelsteinhausenbergerdorff',
      'Maria da Conceição Aparecida dos Santos',
      'Llanfairpwllgwyngyllgogerychwyrndrobwll',
      'Theodora-Maximiliana-Wilhelmina',
      'Krungthepmahanakhonamonrattanakosin',
    ]),
  'right to left': () => renamed(['محمد', 'שרה', 'فاطمة الزهراء', 'יעקב ב.', 'علی', 'مریم']),
  emoji: () => renamed(['🚀 Zoe', '👩‍👩‍👧‍👦', 'Ana 🇧🇷', '🦄🦄🦄', 'Bo 💜', '🎸']),
  extremes: (): BoardDonation[] => [
    { name: 'Croesus', amountCents: 99_999_999, agoMs: 8.5 * MINUTE_MS },
    ...FOURTEEN.slice(0, 5),
    { name: 'Widow', amountCents: 100, agoMs: 2.5 * MINUTE_MS },
  ],
  ties: (): BoardDonation[] =>
    FOURTEEN.map(({ name, agoMs }, index) => ({
      name,
      agoMs,
      amountCents: index < 3 ? 9_900 : 2_500,
    })),
  /** Wanda stands at #331, tied with the next. */
  neighbours: (): BoardDonation[] =>
    Array.from({ length: 407 }, (_, index) => buildNeighbour(index)),
  'one team': () => buildTeams(TEAMS.slice(0, 1), 9),
  'two teams': () => buildTeams(TEAMS.slice(0, 2), 24),
  'eleven teams': () => buildTeams(TEAMS, 20),
  'many teams': () =>
    buildTeams([...TEAMS, ...Array.from({ length: 189 }, (_, index) => `Team ${index + 12}`)], 14),
  crowd: (): BoardDonation[] =>
    Array.from({ length: 100_000 }, (_, index) => buildCrowdDonation(index)),
} as const

function renamed(names: readonly string[]): BoardDonation[] {
  return FOURTEEN.map(({ name, amountCents, agoMs }, index) => ({
    name: names[index] ?? name,
    amountCents,
    agoMs,
  }))
}

const TEAMS =
  'The Lynxes,Orion,Harbour Choir,Night Shift,Lighthouse Keepers of the Northern Shore,Class of 2019,Foxes,Badgers,Owls,Ada’s Friends,Herons'.split(
    ',',
  )

/** Builds donations for teams, the first ones with the most donors; a third are anonymous. */
function buildTeams(teams: readonly string[], donors: number): BoardDonation[] {
  return teams.flatMap((team, place) =>
    Array.from({ length: Math.max(1, donors - 2 * place) }, (_, index) => ({
      name:
        index % 3 === 2 ? 'Anonymous' : (CROWD_NAMES[(index + place) % CROWD_NAMES.length] ?? ''),
      amountCents: Math.round(40_000 / (1 + index) ** 1.2 / (1 + place * 0.35)) + 100,
      agoMs: (1.5 + ((index * 7 + place) % 60)) * HOUR_MS,
      team,
    })),
  )
}

const CROWD_NAMES =
  'Aino Bea Caio Dina Emre Fay Gus Hana Ivo Jade Kai Lin Mo Nia Omar Pia Quin Rui Sol Tess Uma Vik Wren Xia Yara Zed'.split(
    ' ',
  )

function buildNeighbour(index: number): BoardDonation {
  const above = 330 - index
  const name = above === 0 ? 'Wanda' : (CROWD_NAMES[index % CROWD_NAMES.length] ?? 'Ada')
  const amountCents = 2_000 + (above > 0 ? above * 50 : Math.min(0, above + 1) * 25)
  // Wanda is the earlier of the two who gave as much.
  const agoMs = above === 0 ? 2.5 * DAY_MS : (1.5 + (index % 40)) * HOUR_MS
  return { name, amountCents, agoMs }
}

/**
 * Builds one of many donations: few are large and many are small, from $9,000 at the top to $5.01.
 */
function buildCrowdDonation(index: number): BoardDonation {
  const name = CROWD_NAMES[(index * 7) % CROWD_NAMES.length] ?? 'Ada'
  const amountCents = 501 + Math.round(900_000 / (1 + index / 40))
  return { name, amountCents, agoMs: (1.5 + ((index * 7_919) % 40)) * HOUR_MS }
}
