// Splits texts into the words by which a search finds them.

/** Limits for indexing one email. */
const TEXT_READ_MAX = 100_000
export const EMAIL_WORDS_MAX = 5_000
export const WORD_MAX = 40
/** Each letter of a script without spaces between words is a separate word, and so is each emoji. */
const ALONE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Extended_Pictographic}]/gu
const BETWEEN = /[^\p{L}\p{N}\p{Extended_Pictographic}]+/u
const ASCII = /^\p{ASCII}*$/u
const BETWEEN_ASCII = /[^a-z0-9]+/

/** The words of a text in their order, in lower case and without accents. */
export function searchWords(text: string): string[] {
  return wordsOf(text)
    .filter(word => word !== '')
    .map(word => (word.length > WORD_MAX ? [...word].slice(0, WORD_MAX).join('') : word))
}

function wordsOf(text: string): string[] {
  // the same in half the time, for addresses, of which an email can have thousands
  if (ASCII.test(text)) return text.toLowerCase().split(BETWEEN_ASCII)
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    // the capital of `ß` is `SS`, so both have to be found by the same word
    .replaceAll('ß', 'ss')
  return plain.replaceAll(ALONE, ' $& ').split(BETWEEN)
}

/** The distinct words at the start of a text, separated by spaces. For 100,000 characters this takes 10 ms. */
export function distinctWords(text: string): string {
  return [...new Set(searchWords(text.slice(0, TEXT_READ_MAX)))].slice(0, EMAIL_WORDS_MAX).join(' ')
}
