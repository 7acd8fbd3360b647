// Refuses ambiguous times instead of guessing: 12/01/2026 is a different day in different countries.
import type { ParsedComponents } from 'chrono-node'

/**
 * Two or three numbers with the same separator; two only with a slash. A date that starts with the year is not matched, because
 * its order is clear.
 */
const NUMERIC_DATE = /(?<![\d/.-])(\d{1,2})(?:\/(\d{1,2})(?:\/(\d{4}|\d\d))?|([.-])(\d{1,2})\4(\d{4}|\d\d))(?![\d/])/

/** Words for a part of the day, which do not specify the hour. */
const PART_OF_DAY = /^casualReference\/(?:tonight|morning|afternoon|evening|night)$/
/** Phrases relative to now, which imply the time of day. */
const FROM_NOW = /^(?:result\/relativeDate|casualReference\/(?:now|today|tomorrow|yesterday))/
const EXACT_WORD = /^casualReference\/(?:noon|midnight)$/

/** Why a parsed phrase is refused: it is ambiguous or incomplete; `undefined` if it is clear. */
export function ambiguityOf(text: string, said: ParsedComponents): string | undefined {
  return twoDates(text) ?? noTime(said) ?? twoHours(text, said)
}

function twoDates(text: string): string | undefined {
  const match = NUMERIC_DATE.exec(text)
  if (!match) return undefined
  const [one, other, year] = [match[1]!, match[2] ?? match[5]!, match[3] ?? match[6]]
  if (Number(one) > 12 || Number(other) > 12 || Number(one) === Number(other)) return undefined
  const date = (month: string, day: string): string => {
    const days = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    return year === undefined ? days : `${year.padStart(4, '20')}-${days}`
  }
  return `${match[0]} can mean ${date(one, other)} or ${date(other, one)}; write the date as ISO 8601`
}

function noTime(said: ParsedComponents): string | undefined {
  const tags = [...said.tags()]
  const isExact = said.isCertain('hour') || tags.some(tag => EXACT_WORD.test(tag))
  if (isExact || (tags.some(tag => FROM_NOW.test(tag)) && !tags.some(tag => PART_OF_DAY.test(tag)))) return undefined
  return 'it has no time of day; add one, such as `at 9am` or `at 17:30` (UTC unless a time zone follows)'
}

function twoHours(text: string, said: ParsedComponents): string | undefined {
  const hour = said.get('hour')
  const tags = [...said.tags()]
  if (!said.isCertain('hour') || said.isCertain('meridiem') || tags.some(tag => EXACT_WORD.test(tag))) return undefined
  if (text.includes(':') || hour === null || hour < 1 || hour > 12) return undefined
  return `it can mean ${hour}am or ${hour}pm; add am or pm`
}
