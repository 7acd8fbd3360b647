import { describe, expect, it } from 'vitest'
import { bodyStart } from '../../src/base/text/html-body.ts'

describe('bodyStart', () => {
  it.each([
    ['<p>Hello</p>', ''],
    ['', ''],
    ['<html><body><p>', '<html><body>'],
    ['<HTML><BODY CLASS="x"\n>Hello', '<HTML><BODY CLASS="x"\n>'],
    // an attribute value may contain the end of a tag
    ['<body title="a > b" data-x=\'>\'><p>', '<body title="a > b" data-x=\'>\'>'],
    ['<!-- <body> --><body id=b>x', '<!-- <body> --><body id=b>'],
    ['<head><style>/* <body> */</style></head><body>x', '<head><style>/* <body> */</style></head><body>'],
    ['<tbody><tr></tr></tbody><p>', ''],
    // the first body tag counts
    ['<body><p></p><body>', '<body>'],
    ['<body class="never ends', ''],
  ])('finds where the body of %j begins', (html, before) => {
    expect(html.slice(0, bodyStart(html))).toBe(before)
  })

  it('takes linear time for text with many body tags', () => {
    // this took minutes when the end of each tag was searched for separately
    expect(bodyStart('<body '.repeat(150_000))).toBe(0)
    expect(bodyStart(`<p>${'<!--<body'.repeat(100_000)}`)).toBe(0)
  })
})
