// A JSON object that is written in pieces: first the fields, then lists, a part at a time.

/** The start of the object, with these fields and without its closing brace. */
export function openObject(fields: object): string {
  return JSON.stringify(fields).slice(0, -1)
}

export const openList = (name: string): string => `,${JSON.stringify(name)}:[`

/** `isFirst`: no item of the list was written yet. */
export function listItems(items: readonly unknown[], isFirst: boolean): string {
  const text = items.map(item => JSON.stringify(item)).join(',')
  return isFirst || text === '' ? text : `,${text}`
}

export const LIST_CLOSED = ']'
export const OBJECT_CLOSED = '}\n'
