// The table in docs/settings.md, generated from src/base/config/settings.ts.
import { type SettingRow, SETTINGS } from '../src/base/config/settings.ts'

const BEGIN = '<!-- made of src/base/config/settings.ts by `npm run generate` -->\n'
const END = '<!-- end of the settings -->\n'

export function settingsTable(): string {
  const rows = Object.entries<SettingRow>(SETTINGS).map(([name, { values, default: fallback, otherwise, sentence }]) =>
    row(`\`${name}\``, otherwise ?? `\`${fallback}\``, values.shown, sentence),
  )
  return [row('Variable', 'Default', 'Values', 'Description'), row('---', '---', '---', '---'), ...rows].join('')
}

/** The same text with the current table. */
export function withSettingsTable(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error('docs/settings.md has no markers around its table')
  return `${page.slice(0, begin)}${BEGIN}\n${settingsTable()}\n${page.slice(end)}`
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |\n`
}
