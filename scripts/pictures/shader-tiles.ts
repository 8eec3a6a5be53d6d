import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'

export interface ShaderPicture {
  /** GLSL ES 3.00 without its version line. It gets `uTile`, the pixel of its lower left corner. */
  fragment: string
  width: number
  height: number
  /** One to three numbers make a float or vec; `uNames[0]` sets one element of an array. */
  uniforms: Record<string, readonly number[]>
  /** Samples along each side of a pixel, passed as `uSamples`. */
  samples: number
}

const TILE = 256
const HEADER = '#version 300 es\nprecision highp float;\nprecision highp int;\n'
// Software rendering takes seconds per tile: without these flags Chromium refuses it or treats it as hung.
const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-watchdog',
]

/** Draws a shader in tiles with a headless Chromium. Returns 8-bit RGB rows from the top down. */
export async function renderShader(picture: ShaderPicture): Promise<Buffer> {
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({ args: FLAGS, ...(executablePath && { executablePath }) })
  try {
    const page = await browser.newPage()
    await page.setContent('<canvas></canvas>')
    await page.evaluate(prepareCanvas, {
      ...picture,
      fragment: HEADER + picture.fragment,
      tile: TILE,
    })
    return await collectTiles(page, picture)
  } finally {
    await browser.close()
  }
}

async function collectTiles(page: Page, { width, height }: ShaderPicture): Promise<Buffer> {
  const rows = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += TILE) {
    for (let x = 0; x < width; x += TILE) {
      const tile = Buffer.from(await page.evaluate(drawTile, { x, y }), 'base64')
      placeTile(tile, rows, { x, y, width, height })
    }
  }
  return rows
}

interface Spot {
  x: number
  y: number
  width: number
  height: number
}

function placeTile(tile: Buffer, rows: Buffer, { x, y, width, height }: Spot): void {
  const columns = Math.min(TILE, width - x)
  for (let j = 0; j < Math.min(TILE, height - y); j++) {
    // WebGL counts rows from the bottom, pictures from the top.
    const row = (height - 1 - (y + j)) * width
    for (let i = 0; i < columns; i++) {
      tile.copy(rows, (row + x + i) * 3, (j * TILE + i) * 4, (j * TILE + i) * 4 + 3)
    }
  }
}

declare global {
  interface Window {
    drawTile: (x: number, y: number) => string
  }
}

function drawTile({ x, y }: { x: number; y: number }): string {
  return window.drawTile(x, y)
}

// Runs in the page, so that it can use nothing of this module.
function prepareCanvas({
  fragment,
  uniforms,
  samples,
  tile,
}: ShaderPicture & { tile: number }): void {
  const canvas = document.querySelector('canvas')
  const gl = canvas?.getContext('webgl2', { antialias: false, alpha: false })
  if (!canvas || !gl) throw new Error('This Chromium has no WebGL2.')
  canvas.width = canvas.height = tile
  const program = gl.createProgram()
  const attach = (type: number, source: string): void => {
    const shader = gl.createShader(type)
    if (!shader) throw new Error('The WebGL2 context was lost.')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
      throw new Error(gl.getShaderInfoLog(shader) ?? 'The shader does not compile.')
    }
    gl.attachShader(program, shader)
  }
  attach(
    gl.VERTEX_SHADER,
    '#version 300 es\nvoid main() { vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2); gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0); }',
  )
  attach(gl.FRAGMENT_SHADER, fragment)
  gl.linkProgram(program)
  gl.useProgram(program)
  for (const [name, value] of Object.entries(uniforms)) {
    const location = gl.getUniformLocation(program, name)
    if (value.length === 1) gl.uniform1fv(location, value)
    else if (value.length === 2) gl.uniform2fv(location, value)
    else gl.uniform3fv(location, value)
  }
  gl.uniform1i(gl.getUniformLocation(program, 'uSamples'), samples)
  const corner = gl.getUniformLocation(program, 'uTile')
  gl.viewport(0, 0, tile, tile)
  window.drawTile = (x, y) => {
    gl.uniform2f(corner, x, y)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    const pixels = new Uint8Array(tile * tile * 4)
    gl.readPixels(0, 0, tile, tile, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    return pixels.toBase64()
  }
}
