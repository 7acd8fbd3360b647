// Removes a person from logged requests: bodies that contain their address, and their address in paths.
import { mentionsPerson, type PersonMention } from '../../../base/text/about-person.ts'
import { storedBodyBytes, type LogLine, logLinesIn, logLinesText, logLineText } from '../line.ts'
import { compressLog, decompressLog } from '../compression.ts'
import type { LogPart } from '../part.ts'

/** The row without the person; `undefined` if it does not mention them. A body may identify a contact by its id alone. */
export function withoutPerson(part: LogPart, person: PersonMention): Pick<LogPart, 'lines' | 'bodies'> | undefined {
  const all = decompressLog(part.bodies)
  const isAbout = mentionsPerson(person)
  const kept: Buffer[] = []
  let found = false
  const lines = logLinesIn(part.lines).map(line => {
    const path = line.path.split('/').map(each => (isAbout(decodedOr(each)) ? '(hidden)' : each))
    const [sent, answered] = [line.sent, line.answered].map(storedBodyBytes) as [number, number]
    const bodies = all.subarray(line.start, line.start + sent + answered)
    if (path.join('/') === line.path && !isAbout(bodies.toString())) {
      kept.push(bodies)
      return logLineText(line)
    }
    found = true
    const erased = (body: LogLine['sent']): LogLine['sent'] => (storedBodyBytes(body) === 0 ? body : 'erased')
    return logLineText({ ...line, sent: erased(line.sent), answered: erased(line.answered), path: path.join('/') })
  })
  return found ? { lines: logLinesText(lines), bodies: compressLog(Buffer.concat(kept)) } : undefined
}

function decodedOr(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
