// The times that a search is between.
import { refusal } from '../../../base/text/refusal.ts'
import { shown } from '../../../base/text/shown.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})?$/

/** As times are stored: a day begins and ends in UTC, and so is a time without a zone. */
export function dateFrom(text: string | undefined, name: 'start_date' | 'end_date'): string | undefined {
  if (text === undefined || text === '') return undefined
  const moment = DAY.test(text)
    ? `${text}T${name === 'start_date' ? '00:00:00.000' : '23:59:59.999'}Z`
    : TIME.test(text)
      ? zoned(text)
      : ''
  const date = new Date(moment)
  if (!Number.isNaN(date.getTime()) && (!DAY.test(text) || date.toISOString().startsWith(text)))
    return date.toISOString()
  const words = `must be a day such as 2026-11-20 or a time such as 2026-11-20T08:00:00Z; received ${shown(text)}.`
  throw refusal('validation_error', `The \`${name}\` parameter ${words}`)
}

function zoned(text: string): string {
  return /(?:[Zz]|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`
}
