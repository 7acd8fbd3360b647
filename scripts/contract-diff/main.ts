// `npm run contract:diff`: compares the contract with the last tagged version. A change that breaks clients fails unless
// the major version was raised. `-- --changelog` also writes the section of this version in CHANGELOG.md.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Json } from '../openapi.ts'
import { optionsOf } from '../options.ts'
import { firstList, listOf, withSection } from './changelog.ts'
import { changesBetween } from './changes.ts'
import { latestOf, nextMajor, versionOf } from './versions.ts'

const CONTRACT = 'generated/openapi.json'
const CHANGELOG = 'CHANGELOG.md'
const OUTPUT_MAX_BYTES = 64_000_000

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: OUTPUT_MAX_BYTES })
  return status === 0 ? stdout : undefined
}

/** The contract of the last version, or why it is missing and how to fix that. */
function lastVersion(): { tag: string; document: Json } | { problem: string } {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD')
  if (tags === undefined) return { problem: 'Not a git repository with commits. Run this command in a clone.' }
  const tag = latestOf(tags.split('\n'))
  if (!tag) {
    const advice = 'Run `git fetch --tags`. The first release creates a tag: `git tag v<version>`.'
    return { problem: `No earlier commit has a version tag (v1.2.3). ${advice}` }
  }
  const text = git('show', `${tag}:${CONTRACT}`)
  return text === undefined ? { problem: `${tag} does not contain ${CONTRACT}.` } : { tag, document: JSON.parse(text) }
}

function writeChangelog(version: string, list: string): void {
  const text = existsSync(CHANGELOG) ? readFileSync(CHANGELOG, 'utf8') : ''
  writeFileSync(CHANGELOG, withSection(text, version, list))
  console.log(`\nUpdated the section of ${version} in ${CHANGELOG}.`)
}

const writes = optionsOf(['--changelog']).length > 0
const document: Json = JSON.parse(readFileSync(CONTRACT, 'utf8'))
const { version } = document.info
const current = versionOf(version)
const last = lastVersion()

if (!current) {
  console.error(`info.version must be a semantic version like 1.2.3; it is ${version}.`)
  process.exitCode = 1
} else if ('problem' in last) {
  console.warn(`NOTHING WAS COMPARED. ${last.problem}`)
  if (writes) writeChangelog(version, firstList(document))
} else {
  const changes = changesBetween(last.document, document)
  const list = listOf(changes)
  console.log(`${last.tag} to ${version}\n\n${list}`)
  const breaking = changes.filter(change => change.breaking)
  const before = versionOf(last.tag)!
  if (breaking.length > 0 && current.major <= before.major) {
    console.error(
      `\n${breaking.length} changes break clients of ${last.tag}. Revert them, or increase the version in package.json ` +
        `and spec/main.tsp to ${nextMajor(before)} (it is ${version}).`,
    )
    process.exitCode = 1
  } else if (writes) writeChangelog(version, list)
}
