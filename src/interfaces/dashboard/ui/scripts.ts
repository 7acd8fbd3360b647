// Scripts: small ones, and those of the editors, which are published package modules served from our own origin. An import map
// in the page assigns URLs to their names, so that no build is needed.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Middleware } from 'koa'
import { versionOf } from '../../../base/html/assets.ts'
import { Html, html } from '../../../base/html/html.ts'
import { once } from '../../../base/runtime/lazy.ts'
import { type StaticFile, sendFile } from '../../http/static-files.ts'
import { ASSETS } from '../paths.ts'

/**
 * A script of ours that imports nothing. The policy of its pages contains the hash of the file, so that no other script runs.
 */
function smallScript(name: string, file: string): Pick<Scripts, 'markup' | 'source'> & { file: StaticFile } {
  const content = readFileSync(new URL(file, import.meta.url))
  const integrity = `sha256-${hash('sha256', content, 'base64')}`
  const address = `${addressOf(name)}?v=${versionOf(content)}`
  return {
    markup: new Html(`<script type="module" src="${address}" integrity="${integrity}"></script>`),
    source: `'${integrity}'`,
    file: { type: 'text/javascript', policy: "default-src 'none'", is_hashed: true, make: () => content },
  }
}

/** The script that shows times in the zone of the browser: the only one of parts of a page. */
export const timesScript = smallScript('times', 'times.js')
const unsavedScript = smallScript('unsaved', 'unsaved.js')
/** The scripts of every page of a logged-in person. */
export const pageScripts: Pick<Scripts, 'markup' | 'source'> = {
  markup: html`${timesScript.markup}${unsavedScript.markup}`,
  source: `${timesScript.source} ${unsavedScript.source}`,
}
/** The script of forms that ask the browser for a passkey. */
export const passkeyScript = smallScript('passkeys', '../pages/account/passkeys/passkeys.js')
/** The script of the page on which a graph is edited. */
export const builderScript = smallScript('builder', '../pages/automations/builder/builder.js')
/** The script of a form with autosave. */
export const autosaveScript = smallScript('autosave', '../pages/editor/autosave.js')
const SMALL = new Map(
  Object.entries({
    'times.js': timesScript.file,
    'unsaved.js': unsavedScript.file,
    'passkeys.js': passkeyScript.file,
    'builder.js': builderScript.file,
    'autosave.js': autosaveScript.file,
  }),
)

function addressOf(name: string): string {
  return ASSETS.scripts.replace(':name', `${name}.js`)
}

const OWN = {
  blocks: new URL('../pages/editor/blocks.js', import.meta.url),
  writing: new URL('../pages/editor/editor.js', import.meta.url),
  images: new URL('../pages/images/images.js', import.meta.url),
}
const PACKAGES = [
  'orderedmap',
  'prosemirror-commands',
  'prosemirror-history',
  'prosemirror-keymap',
  'prosemirror-model',
  'prosemirror-schema-list',
  'prosemirror-state',
  'prosemirror-transform',
  'prosemirror-view',
  'rope-sequence',
  'w3c-keyname',
]

interface Scripts {
  files: ReadonlyMap<string, StaticFile>
  markup: Html
  /** The `script-src` of the page's policy that allows them. */
  source: string
}

/** Reads 600 kB when the first person opens such a page. */
const scripts = once((): Scripts => {
  const places = [...Object.entries(OWN), ...PACKAGES.map(name => [name, new URL(import.meta.resolve(name))] as const)]
  const read = places.map(([name, file]) => ({ name, content: readFileSync(file) }))
  const imports = read.map(({ name, content }) => [name, `${addressOf(name)}?v=${versionOf(content)}`])
  const map = JSON.stringify({ imports: Object.fromEntries(imports) })
  const files = read.map(({ name, content }): [string, StaticFile] => {
    return [
      `${name}.js`,
      { type: 'text/javascript', policy: "default-src 'none'", is_hashed: true, make: () => content },
    ]
  })
  return {
    files: new Map(files),
    // contains only our own names and URLs: nothing needs escaping, and browsers would not undo it inside a script
    markup: new Html(
      `<script type="importmap">${map}</script><script type="module">import 'blocks'</script>${writingScript().markup}`,
    ),
    source: `'self' 'sha256-${hash('sha256', map, 'base64')}' 'sha256-${hash('sha256', "import 'blocks'", 'base64')}'`,
  }
})

/** The scripts of a page with an editor: they save it, show its preview and upload images, and import nothing. */
export const writingScript = once((): Pick<Scripts, 'markup' | 'source'> => {
  const tag = (name: 'writing' | 'images'): Html => {
    const address = `${addressOf(name)}?v=${versionOf(readFileSync(OWN[name]))}`
    return html`<script type="module" src="${address}"></script>`
  }
  return { markup: html`${autosaveScript.markup}${tag('writing')} ${tag('images')}`, source: "'self'" }
})

/** The scripts of a page with the block editor. */
export function blockEditor(): Pick<Scripts, 'markup' | 'source'> {
  return scripts()
}

export const script: Middleware = async (ctx, next) => {
  const { name } = ctx.params as { name: string }
  const file = SMALL.get(name) ?? scripts().files.get(name)
  return file ? sendFile(ctx, file) : next()
}
