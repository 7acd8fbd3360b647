// Asks the API for what the demo needs, and ends with the API's own words when it refuses.

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
export type Ask = (method: string, path: string, body?: unknown) => Promise<any>

export function asking(url: string, key: string): Ask {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
}
