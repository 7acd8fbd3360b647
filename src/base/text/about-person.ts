// Determines whether a text is about a person: whether it contains their address, its domain in any script, or the
// contact's id.
import { domainToUnicode } from 'node:url'

export interface PersonMention {
  /** In lower case. */
  address: string
  contact_id: string
}

/** Whether a text contains the id or the address, but not as a part of another one. */
export function mentionsPerson({ address, contact_id }: PersonMention): (text: string) => boolean {
  const at = address.lastIndexOf('@') + 1
  const spellings = [...new Set([contact_id, address, address.slice(0, at) + domainToUnicode(address.slice(at))])]
  return text => {
    const small = text.toLowerCase()
    return spellings.some(each => hasWhole(small, each))
  }
}

function hasWhole(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const [before, behind] = [text[at - 1] ?? '', text[at + word.length] ?? '']
    if (!/[\w.+-]/.test(before) && !/[\w-]/.test(behind)) return true
  }
  return false
}
