// What was typed into the fields of a form.

/** Without spaces around it; empty if the form has no such field. */
export function typed(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').trim()
}

/** Several, separated by commas or on lines of their own. */
export function typedList(form: URLSearchParams, name: string): string[] {
  return typed(form, name)
    .split(/[,\n]/)
    .map(each => each.trim())
    .filter(each => each !== '')
}
