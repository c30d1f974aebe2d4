import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { measureReading } from '../../src/articles/reading-time.ts'

suite('Words', () => {
  const samples: [text: string, words: number][] = [
    ['', 0],
    [' \n\t ', 0],
    ['— … · “ ”', 0],
    ['One two  three\nfour', 4],
    ["Don't re-read e-mail’s 3.14", 4],
    ['and/or', 2],
    ['(one) [two] "three", four.', 4],
    ['Žluťoučký kůň', 2],
    ['Привет, мир', 2],
    ['مرحبا بالعالم', 2],
    ['안녕하세요 세계', 2],
    ['日本語の文章です。', 8],
    ['中文，English 混合', 5],
    ['สวัสดีชาวโลก', 3],
    ['😀 👍', 0],
    ['𠮷野家', 3],
  ]
  for (const [text, words] of samples) {
    test(`of ${JSON.stringify(text)} are ${words}`, () => {
      assert.equal(measureReading(text, 0).wordCount, words)
    })
  }
})

suite('The reading time in minutes', () => {
  const samples: [says: string, text: string, images: number, minutes: number][] = [
    ['are never less than one', '', 0, 1],
    ['are ten for 2380 words', 'word '.repeat(2380), 0, 10],
    ['are ten for 5000 characters', '字'.repeat(5000), 0, 10],
    ['are more with images', 'word '.repeat(238), 20, 2],
    ['are not ruled by images', '', 100_000, 2],
  ]
  for (const [says, text, images, minutes] of samples) {
    test(says, () => assert.equal(measureReading(text, images).readingMinutes, minutes))
  }
})
