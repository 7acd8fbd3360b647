// The results of a run as JUnit XML, which every CI reads: a suite per tag, a case per request.
import type { Outcome, Result, Unprovoked } from './run.ts'

export function junitReport({ outcomes, unprovoked, left }: Result): string {
  const shown = outcomes.filter(({ preparation, faults }) => !preparation || faults.length > 0)
  const untried = Map.groupBy(unprovoked, ({ tag }) => tag)
  const byTag = Map.groupBy(shown, ({ tag }) => tag)
  const suites = [...byTag].map(([tag, list]) => suite(tag, list, untried.get(tag) ?? []))
  if (left.length > 0) suites.push(leftBehind(left))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="contract">\n${suites.join('')}</testsuites>\n`
}

function suite(tag: string, outcomes: readonly Outcome[], untried: readonly Unprovoked[]): string {
  const failures = outcomes.filter(({ faults }) => faults.length > 0).length
  const skipped = outcomes.filter(each => each.skipped !== undefined).length + untried.length
  const seconds = outcomes.reduce((sum, { ms }) => sum + ms, 0) / 1000
  const attributes = { name: tag, tests: outcomes.length + untried.length, failures, skipped, time: seconds.toFixed(3) }
  const cases = [...outcomes.map(testcase), ...untried.map(untriedCase)]
  return element('testsuite', attributes, `\n${cases.join('')}`)
}

function testcase({ operation, title, faults, skipped, ms }: Outcome): string {
  const attributes = { classname: operation, name: title, time: (ms / 1000).toFixed(3) }
  const [first] = faults
  const failure = first === undefined ? '' : element('failure', { message: first }, escaped(faults.join('\n')))
  return element('testcase', attributes, failure + (skipped === undefined ? '' : skip(`it ${skipped}`)))
}

function untriedCase({ operation, status, reason }: Unprovoked): string {
  const why = reason === undefined ? 'no test case' : `it ${reason}`
  return element('testcase', { classname: operation, name: `answers ${status}`, time: '0.000' }, skip(why))
}

function leftBehind(left: readonly string[]): string {
  const cases = left.map(each =>
    element('testcase', { classname: 'removal', name: each }, element('failure', { message: 'not deleted' }, '')),
  )
  return element('testsuite', { name: 'removal', tests: left.length, failures: left.length }, `\n${cases.join('')}`)
}

const skip = (message: string): string => element('skipped', { message }, '')

function element(name: string, attributes: Record<string, string | number>, content: string): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  return `<${name}${list.join('')}>${content}</${name}>\n`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 cannot contain control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
    .replaceAll(/[&<>"]/g, character => ESCAPES[character]!)
}
