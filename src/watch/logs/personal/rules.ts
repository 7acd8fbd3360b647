// Requests without what tells of a person: a body that has their address goes, and so does the address in a path.
import { domainToUnicode } from 'node:url'
import { packedLog, unpackedLog } from '../packed.ts'
import { type LogLine, logLinesIn, logLinesText, logLineText, type LogPart } from '../part.ts'

/** The row without them; `undefined` when it has nothing of them. `address`: in lower case. */
export function withoutPerson(part: LogPart, address: string): Pick<LogPart, 'lines' | 'bodies'> | undefined {
  const all = unpackedLog(part.bodies)
  const isAbout = aboutPerson(address)
  const kept: Buffer[] = []
  let found = false
  const rest = (from: number, body: LogLine['sent']): LogLine['sent'] => {
    if (typeof body === 'string' || body === 0) return body
    const bytes = all.subarray(from, from + body)
    if (!isAbout(bytes.toString())) {
      kept.push(bytes)
      return body
    }
    found = true
    return 'erased'
  }
  const lines = logLinesIn(part.lines).map(line => {
    const sent = rest(line.start, line.sent)
    const answered = rest(line.start + (typeof line.sent === 'number' ? line.sent : 0), line.answered)
    const path = line.path.split('/').map(each => (isAbout(decodedOr(each)) ? '(hidden)' : each))
    found ||= path.includes('(hidden)') && !line.path.includes('(hidden)')
    return logLineText({ ...line, sent, answered, path: path.join('/') })
  })
  return found ? { lines: logLinesText(lines), bodies: packedLog(Buffer.concat(kept)) } : undefined
}

function decodedOr(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Whether a text has the address, its domain in whatever script, and not as the end or the beginning of another one. */
function aboutPerson(address: string): (text: string) => boolean {
  const at = address.lastIndexOf('@') + 1
  const spellings = [...new Set([address, address.slice(0, at) + domainToUnicode(address.slice(at))])]
  return text => {
    const small = text.toLowerCase()
    return spellings.some(each => hasWhole(small, each))
  }
}

function hasWhole(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) {
    const [before, behind] = [text[at - 1] ?? '', text[at + address.length] ?? '']
    if (!/[\w.+-]/.test(before) && !/[\w-]/.test(behind)) return true
  }
  return false
}
