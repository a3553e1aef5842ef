import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('.', import.meta.url);

/** A program and the JSON text of its input. */
export interface Case {
  readonly program: string;
  readonly input: string;
}

/** The programs of `programs/<topic>.txt`, one a line; a line `>> …` sets the input of those that follow. */
export function readPrograms(topic: string): readonly Case[] {
  const cases: Case[] = [];
  let input = 'null';
  for (const line of readFileSync(new URL(`programs/${topic}.txt`, folder), 'utf8').split('\n')) {
    if (line.startsWith('>> ')) input = line.slice(3);
    else if (line !== '') cases.push({ program: line, input });
  }
  return cases;
}

export function topics(): readonly string[] {
  return readdirSync(new URL('programs', folder)).map((file) => file.replace(/\.txt$/, ''));
}

/** A case of `manual.txt` with the lines that it gives. */
export interface Example extends Case {
  readonly topic: string;
  readonly outputs: readonly string[];
}

/** The examples of `manual.txt`: groups of a program, an input and outputs, under the topics of the manual. */
export function readManual(): readonly Example[] {
  const examples: Example[] = [];
  let topic = '';
  for (const group of readFileSync(new URL('manual.txt', folder), 'utf8').split(/\n\n+/)) {
    if (group.startsWith('## ')) topic = group.slice(3);
    const [program, input, ...outputs] = group.split('\n').filter((line) => line !== '');
    if (program === undefined || input === undefined || program.startsWith('# ') || program.startsWith('## '))
      continue;
    examples.push({ topic, program, input, outputs });
  }
  return examples;
}
