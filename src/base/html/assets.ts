// What pages load besides their markup: stylesheets, which are put together of components, and the icon. Their addresses
// carry a hash, so that browsers may keep them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** What every page has. */
const BASE = ['tokens.css', 'base.css'].map(name => new URL(name, import.meta.url))

export const ICON = readFileSync(new URL('icon.svg', import.meta.url))
export const ICON_PATH = `/icon.svg?v=${versionOf(ICON)}`

/** The base and these components behind it; of two rules that are as specific as each other the later one counts. */
export function readStylesheet(components: readonly URL[]): Buffer {
  return Buffer.concat([...BASE, ...components].map(file => readFileSync(file)))
}

export function versionOf(file: Buffer): string {
  return createHash('sha256').update(file).digest('base64url').slice(0, 12)
}
