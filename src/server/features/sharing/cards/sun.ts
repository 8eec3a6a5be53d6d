interface Place {
  x: number
  y: number
  radius: number
  colour: string
}

/** The opacity of a star's glow at parts of its radius. */
const FALLOFF = [
  [0, 0.85],
  [0.3, 0.62],
  [0.4, 0.38],
  [0.52, 0.2],
  [0.66, 0.09],
  [0.82, 0.03],
  [1, 0],
] as const

/** Returns the SVG of a star in one colour: its glow, rays and body. */
export function drawSun({ x, y, radius, colour }: Place): string {
  const id = `sun-${x}`
  const falloff = FALLOFF.map(
    ([offset, light]) =>
      `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${light}"/>`,
  )
  return `
    <defs>
      <radialGradient id="${id}-glow">${falloff.join('')}</radialGradient>
      <radialGradient id="${id}-ray">
        <stop offset="0" stop-color="#fff"/>
        <stop offset=".35" stop-color="${colour}" stop-opacity=".55"/>
        <stop offset="1" stop-color="${colour}" stop-opacity="0"/>
      </radialGradient>
      <radialGradient id="${id}-body">
        <stop offset="0" stop-color="#fff"/>
        <stop offset=".3" stop-color="#fff"/>
        <stop offset=".76" stop-color="${colour}"/>
        <stop offset=".88" stop-color="${colour}"/>
        <stop offset="1" stop-color="${colour}" stop-opacity="0"/>
      </radialGradient>
    </defs>
    <circle cx="${x}" cy="${y}" r="${radius * 2.9}" fill="url(#${id}-glow)"/>
    <ellipse cx="${x}" cy="${y}" rx="${radius * 4.2}" ry="2" fill="url(#${id}-ray)"/>
    <ellipse cx="${x}" cy="${y}" rx="2" ry="${radius * 2.1}" fill="url(#${id}-ray)"/>
    <circle cx="${x}" cy="${y}" r="${radius * 1.12}" fill="url(#${id}-body)"/>`
}

/** Returns the SVG of an empty place. */
export function drawEmptyPlace({ x, y, radius, colour }: Place): string {
  return `
    <circle cx="${x}" cy="${y}" r="${radius}" fill="#05040d" fill-opacity=".82" stroke="${colour}"
      stroke-width="3" stroke-dasharray="1 10" stroke-linecap="round"/>`
}
