// The files that pages load: stylesheets, concatenated from components, and the icon. Their URLs contain a hash, so
// that browsers can cache them for a long time.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The styles of every page. */
const BASE = ['tokens.css', 'base.css'].map(name => new URL(name, import.meta.url))

export const ICON = readFileSync(new URL('icon.svg', import.meta.url))
export const ICON_PATH = `/icon.svg?v=${versionOf(ICON)}`

/** The base styles, then these components: of two rules with the same specificity the later one wins. */
export function readStylesheet(components: readonly URL[]): Buffer {
  return Buffer.concat([...BASE, ...components].map(file => readFileSync(file)))
}

export function versionOf(file: Buffer): string {
  return createHash('sha256').update(file).digest('base64url').slice(0, 12)
}
