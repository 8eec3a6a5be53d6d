/** Takes the JSON out of the document's element with this id; undefined if there is none. */
export function takeDocumentData(id: string): unknown {
  const element = document.getElementById(id)
  if (element === null) return undefined
  element.remove()
  return JSON.parse(element.textContent)
}
