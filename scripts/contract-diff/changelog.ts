// CHANGELOG.md: a section per version, with a list of changes that is generated from the contract.
import type { Json } from '../openapi.ts'
import type { Change } from './changes.ts'

const HEAD = `# Changelog

What changed in the API, the latest version first. \`npm run contract:diff -- --changelog\` writes the lists of changes.
`
const BEGIN = '<!-- from the contract -->'
const END = '<!-- to here -->'
/** The maximum number of operations in a line; a change of a shared schema can affect all of them. */
const NAMED_MAX = 4

/** The changelog with this list in the section of this version, which is added on top if it does not exist. */
export function withSection(changelog: string, version: string, list: string): string {
  const title = `## ${version}`
  const written = `${BEGIN}\n\n${list}\n\n${END}`
  const text = changelog === '' ? HEAD : changelog
  const start = text.indexOf(`${title}\n`)
  if (start < 0) {
    const first = text.indexOf('\n## ')
    const [before, after] = first < 0 ? [text, ''] : [text.slice(0, first + 1), text.slice(first + 1)]
    return `${before.trimEnd()}\n\n${title}\n\n${written}\n${after && `\n${after}`}`
  }
  const next = text.indexOf('\n## ', start)
  const end = next < 0 ? text.length : next
  const section = text.slice(start, end)
  const from = section.indexOf(BEGIN)
  const to = section.indexOf(END)
  // preserves handwritten text of the section
  const renewed =
    from < 0 || to < 0
      ? `${section.trimEnd()}\n\n${written}\n`
      : section.slice(0, from) + written + section.slice(to + END.length)
  return text.slice(0, start) + renewed + text.slice(end)
}

/** Breaking changes first, with the same change of several operations in one line. */
export function listOf(changes: Change[]): string {
  if (changes.length === 0) return 'The contract did not change.'
  const lines = (breaking: boolean): string[] =>
    [
      ...Map.groupBy(
        changes.filter(change => change.breaking === breaking),
        ({ what }) => what,
      ),
    ].map(([what, alike]) => `- ${what} (${named([...new Set(alike.map(({ operation }) => operation))])})`)
  const part = (title: string, of: string[]): string[] => (of.length > 0 ? [`### ${title}`, '', ...of, ''] : [])
  return [...part('Breaking', lines(true)), ...part('Changed', lines(false))].join('\n').trimEnd()
}

function named(operations: string[]): string {
  const others = operations.length - NAMED_MAX
  const some = operations.slice(0, NAMED_MAX).map(operation => `\`${operation}\``)
  return some.join(', ') + (others > 0 ? ` and ${others} more` : '')
}

/** The first version has no previous version to compare with, so it lists what exists. */
export function firstList(document: Json): string {
  return [
    'The first version.',
    '',
    ...document.tags.map(({ name, description }: Json) => `- **${name}**: ${description}`),
  ].join('\n')
}
