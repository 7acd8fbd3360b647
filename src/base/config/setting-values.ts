/** A kind of setting: how its values are displayed, checked and parsed. */
export interface SettingType<Value> {
  /** For the table in docs/settings.md. */
  shown: string
  /** The fault of a text, worded to follow "it" or the setting's name. It does not repeat the text. */
  fault(text: string): string | undefined
  /** Parses a valid text. */
  read(text: string): Value
}

export const anyText: SettingType<string> = { shown: 'text', fault: () => undefined, read: given => given }

export function textMatching(shown: string, fault: string, isRight: (given: string) => boolean): SettingType<string> {
  return { shown, fault: given => (isRight(given) ? undefined : fault), read: given => given }
}

export function integer(min: number, max: number): SettingType<number> {
  const isRight = (given: string): boolean => /^\d{1,9}$/.test(given) && Number(given) >= min && Number(given) <= max
  return { ...textMatching(`${min} to ${max}`, `must be a whole number from ${min} to ${max}`, isRight), read: Number }
}

export function oneOfValues<Choice extends string>(choices: readonly Choice[]): SettingType<Choice> {
  return {
    shown: choices.map(choice => `\`${choice}\``).join(', '),
    fault: given => (choices.some(choice => choice === given) ? undefined : `must be one of ${choices.join(', ')}`),
    read: given => choices.find(choice => choice === given)!,
  }
}

export const booleanValue: SettingType<boolean> = {
  ...textMatching('`true`, `false`', 'must be true or false', given => given === 'true' || given === 'false'),
  read: given => given === 'true',
}
