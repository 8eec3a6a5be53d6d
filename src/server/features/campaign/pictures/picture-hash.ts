/** Returns the hash in the path of a picture. */
export function hashOf(picture: string | null): string | null {
  return picture === null ? null : (/[\da-f]{64}/.exec(picture)?.[0] ?? null)
}
