// Requests without what tells of a person: a body that has their address goes, and so does the address in a path.
import { domainToUnicode } from 'node:url'
import { packedLog, unpackedLog } from '../packed.ts'
import { type LogLine, logLinesIn, logLinesText, logLineText, type LogPart } from '../part.ts'

interface Person {
  /** In lower case. */
  address: string
  contact_id: string
}

/** The row without them; `undefined` when it has nothing of them. What a body says of a contact may name them only by id. */
export function withoutPerson(part: LogPart, person: Person): Pick<LogPart, 'lines' | 'bodies'> | undefined {
  const all = unpackedLog(part.bodies)
  const isAbout = aboutPerson(person)
  const kept: Buffer[] = []
  let found = false
  const lines = logLinesIn(part.lines).map(line => {
    const path = line.path.split('/').map(each => (isAbout(decodedOr(each)) ? '(hidden)' : each))
    const [sent, answered] = [line.sent, line.answered].map(sizeOf) as [number, number]
    const bodies = all.subarray(line.start, line.start + sent + answered)
    if (path.join('/') === line.path && !isAbout(bodies.toString())) {
      kept.push(bodies)
      return logLineText(line)
    }
    found = true
    const erased = (body: LogLine['sent']): LogLine['sent'] => (sizeOf(body) === 0 ? body : 'erased')
    return logLineText({ ...line, sent: erased(line.sent), answered: erased(line.answered), path: path.join('/') })
  })
  return found ? { lines: logLinesText(lines), bodies: packedLog(Buffer.concat(kept)) } : undefined
}

/** Of a body that is kept, in bytes. */
function sizeOf(body: LogLine['sent']): number {
  return typeof body === 'number' ? body : 0
}

function decodedOr(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Whether a text has the id or the address, its domain in whatever script, and not as a part of another one. */
function aboutPerson({ address, contact_id }: Person): (text: string) => boolean {
  const at = address.lastIndexOf('@') + 1
  const spellings = [...new Set([contact_id, address, address.slice(0, at) + domainToUnicode(address.slice(at))])]
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
