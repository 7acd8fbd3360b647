// A JSON object that goes out in pieces: fields that are there, and lists of which a part is there at a time.

/** The beginning: an object with these fields that is still open. */
export function opened(fields: object): string {
  return JSON.stringify(fields).slice(0, -1)
}

export const listOpened = (name: string): string => `,${JSON.stringify(name)}:[`

/** `isFirst`: nothing of the list is there yet. */
export function listed(items: readonly unknown[], isFirst: boolean): string {
  const text = items.map(item => JSON.stringify(item)).join(',')
  return isFirst || text === '' ? text : `,${text}`
}

export const LIST_CLOSED = ']'
export const OBJECT_CLOSED = '}\n'
