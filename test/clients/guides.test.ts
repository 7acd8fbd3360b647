// The guides as a reader uses them: the commands of each in one shell against a sandbox, unchanged except for the key
// and the address, must print the output below them. Statements about the contract must match the contract.
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../scripts/openapi.ts'
import { picturesOfGuides } from '../../scripts/pictures.ts'
import { readDocument } from '../../src/interfaces/contract/document.ts'
import { FULL_KEY } from '../../scripts/sandbox/beginning.ts'
import { type TestSandbox, aSandbox } from '../support/sandbox.ts'
import { startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'
import { Shell } from '../support/shell.ts'

const TRIED = ['quick-start', 'automations', 'errors', 'idempotency', 'paging', 'sending', 'attachments', 'webhooks']

/** Languages of samples that have their own tests. */
const PROGRAMS = ['js', 'python', 'go', 'php']

const UUID = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'

const textOf = (name: string): string => readFileSync(`docs/${name}.md`, 'utf8')

interface Block {
  kind: string
  content: string
}

const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind, content]) => ({ kind: kind!, content: content! }))

let sandbox: TestSandbox
let shell: Shell
let folder: string
beforeAll(async () => {
  sandbox = await aSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await sandbox.call('POST', '/sandbox/reset')
  folder = temporaryFolder()
  shell = new Shell({ cwd: folder, NODE_PATH: path.resolve('node_modules') })
})
afterEach(() => {
  shell.end()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the block in which a page sets its variables. */
async function settings({ content }: Block): Promise<void> {
  await shell.run(content.replace('re_...', FULL_KEY).replace('http://localhost:3000', sandbox.url))
}

/** The last printed response, as JSON; several responses follow each other without a separator. */
function lastAnswer(said: string): unknown {
  const printed = said
    .replace(/\[\d+\] done\n$/, '')
    .replaceAll(/^curl: \(22\).*$/gm, '')
    .trim()
  for (let at = printed.indexOf('{'); at >= 0; at = printed.indexOf('{', at + 1)) {
    try {
      return JSON.parse(printed.slice(at))
    } catch {
      // the JSON starts later
    }
  }
  throw new Error(`No JSON: ${said}`)
}

describe.each(TRIED)('%s', name => {
  it('prints what it documents', async () => {
    const [first, ...blocks] = blocksOf(textOf(name))
    await settings(first!)
    let said = ''
    expect(blocks.some(({ kind }) => kind === 'sh')).toBe(true)
    for (const { kind, content } of blocks) {
      if (kind === 'sh') {
        // a command that does not end runs in the background until the sandbox ends
        const is_endless = content.startsWith('api -N ')
        said = await shell.run(is_endless ? `${content.trimEnd()} &` : content)
        // a failure shows in the response and in the exit status
        const isRefused = /"statusCode"/.test(said)
        // a background command may already have printed something
        if (!isRefused) expect(said).toMatch(is_endless ? /\[0\] done\n/ : /\[0\] done\n$/)
        // due jobs run before the next command
        await sandbox.call('POST', '/sandbox/clock', { body: { advance: '1 second' } })
      } else if (PROGRAMS.includes(kind)) continue
      else if (kind === 'json') expect(lastAnswer(said)).toMatchObject(JSON.parse(content))
      else await shell.says(content.trim())
      const wrong = kind === 'sh' && /"statusCode"/.test(said)
      if (wrong)
        expect([content, blocks[blocks.findIndex(each => each.content === content) + 1]?.content]).toEqual([
          content,
          expect.stringContaining('statusCode'),
        ])
    }
  })
})

describe.each(readdirSync('docs').filter(file => file.endsWith('.md') && file !== 'operating.md'))('%s', file => {
  it('sets the variables of its commands and shows failures', () => {
    const text = readFileSync(`docs/${file}`, 'utf8')
    let before = ''
    for (const { kind, content } of blocksOf(text)) {
      if (kind !== 'sh') continue
      before += content
      // an alias is expanded when it is used
      const used = content.replaceAll(/^alias .*$/gm, '')
      for (const [, name] of used.matchAll(/\$\{?([A-Z_]+)\b/g))
        expect([file, name, before]).toEqual([file, name, expect.stringMatching(new RegExp(`\\b${name}=`))])
      if (/(?:^|\(|\| )api /m.test(content)) expect(before).toContain("alias api='curl --fail-with-body")
      for (const [, options] of content.matchAll(/\bcurl ((?:-\S+ )*)/g))
        expect([file, options]).toEqual([file, expect.stringMatching(/--fail-with-body|-f\w*/)])
    }
  })
})

describe('the table of errors', () => {
  it('lists every error of the contract except those of OAuth, and no other', () => {
    const responses = Object.values<Json>((readDocument() as Json).components.responses)
    const examples = responses.flatMap(({ content }) => Object.values<Json>(content['application/json'].examples ?? {}))
    const known = examples.map(({ value }) => value).filter(({ statusCode }) => statusCode !== undefined)
    const rows = [...textOf('errors').matchAll(/^\| `(\w+)` \| ([\d, ]+) \|/gm)].flatMap(([, name, statuses]) =>
      statuses!.split(', ').map(status => `${name} ${status.trim()}`),
    )
    expect(new Set(rows)).toEqual(new Set(known.map(({ name, statusCode }) => `${name} ${statusCode}`)))
  })
})

describe('the paths in the README and the guides', () => {
  it('are served', async () => {
    const server = await startServer({ METRICS_TOKEN: 'the-token-of-an-operator' })
    const texts = [readFileSync('README.md', 'utf8'), ...TRIED.map(textOf)].join('\n')
    const named = [...texts.matchAll(/`(?:(GET|POST|PATCH|DELETE) )?(\/[a-z][^`\s]*)`/g)]
    expect(named.length).toBeGreaterThan(10)
    for (const [, method = 'GET', at] of named) {
      const { status } = await server.call(method, at!.replaceAll(/\{\w+\}/g, UUID), { key: null })
      expect([method, at, status === 404 || status === 405]).toEqual([method, at, false])
    }
    await server.stop()
  })
})

describe('the pictures', () => {
  it('are up to date', () => {
    const pictures = picturesOfGuides()
    for (const { file, svg } of pictures) expect([file, readFileSync(`docs/${file}`, 'utf8')]).toEqual([file, svg])
    const drawn = readdirSync('docs/pictures').filter(file => file.endsWith('.svg'))
    expect(drawn.toSorted()).toEqual(pictures.map(({ file }) => path.basename(file)).toSorted())
  })
})
