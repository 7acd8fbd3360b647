#!/usr/bin/env node
// A substitute for `docker`, limited to what docs/operating.md uses: one container, which is one process in the folder
// that the Dockerfile describes, with /data in another folder. An unknown argument is an error.
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const { CONTAINER: folder, WORKDIR: workdir, IMAGE_ENV, PORT } = process.env
const at = name => path.join(folder, name)
const data = at('data')
const WITH_VALUE = ['-t', '--name', '--restart', '--cap-drop', '-p', '-v', '--env-file']
const PLAIN = ['-d', '-i', '-T', '--rm', '--init', '--read-only', '--build']

/** Removes the options from the arguments; returns the value of each. */
function options(words) {
  const taken = {}
  while (words[0]?.startsWith('-')) {
    const name = words.shift()
    if (WITH_VALUE.includes(name)) taken[name] = words.shift()
    else if (PLAIN.includes(name)) taken[name] = true
    else throw new Error(`docker: ${name} is not known here`)
  }
  return taken
}

function settings() {
  const lines = existsSync(at('settings.env')) ? readFileSync(at('settings.env'), 'utf8').trim().split('\n') : []
  return Object.fromEntries(lines.map(line => line.split(/=(.*)/s).slice(0, 2)))
}

const env = {
  ...JSON.parse(IMAGE_ENV),
  ...settings(),
  DATA_DIR: data,
  SQLITE_TMPDIR: data,
  PORT,
  PATH: process.env.PATH,
}

async function start() {
  const log = openSync(at('log'), 'a')
  const child = spawn('node', ['src/start.js'], { cwd: workdir, env, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  writeFileSync(at('pid'), String(child.pid))
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined)
    if (ready?.ok) return
    if (child.exitCode !== null) throw new Error(readFileSync(at('log'), 'utf8'))
    await new Promise(resolve => void setTimeout(resolve, 50))
  }
}

async function stop() {
  const pid = Number(readFileSync(at('pid'), 'utf8'))
  process.kill(pid, 'SIGTERM')
  while (isAlive(pid)) await new Promise(resolve => void setTimeout(resolve, 20))
  rmSync(at('pid'))
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function inside([command, ...words]) {
  const mapped = words.map(word => word.replaceAll('/data', data))
  const { status } = spawnSync(command, mapped, { cwd: workdir, env, stdio: 'inherit' })
  process.exitCode = status
}

/** The arguments after the name of the container or image. */
function behindName(words) {
  if (words.shift() !== 'lettermill') throw new Error('docker: there is only lettermill')
  return words
}

const words = process.argv.slice(2)
if (words[0] === 'compose') words.shift()
const verb = words.shift()
const given = options(words)
const running = existsSync(at('pid'))
if (verb === 'up') await start()
else if (verb === 'logs') process.stdout.write(readFileSync(at('log')))
else if (verb === 'run' && given['-d']) {
  if (given['--env-file'] !== 'settings.env' || given['-v'] !== 'lettermill:/data')
    throw new Error('docker: other options')
  behindName(words)
  await start()
} else if (verb === 'run') inside(behindName(words))
else if (verb === 'exec') {
  if (!running) throw new Error('docker: the container is not running')
  inside(behindName(words))
} else if (verb === 'stop') await stop()
else if (verb === 'start') await start()
else if (verb !== 'build') throw new Error(`docker: ${verb} is not known here`)
