import { join } from 'node:path';
import { expressionTopics } from '../../api/manual/reference/expressions.js';
import { guideTopics } from '../../api/manual/reference/guides.js';
import { referenceTopics } from '../../api/manual/reference/reference.js';
import { sections, type Topic } from '../../api/manual/topics/topic.js';
import { commandTopics } from './command-topics.js';

/**
 * The whole manual, chapter by chapter.
 * @param sources the folder of `api/manual`, with the guides and the examples of expressions
 */
export function manualTopics(sources: string): Topic[] {
  const topics = [
    ...guideTopics(join(sources, 'guides')),
    ...expressionTopics(join(sources, 'expressions')),
    ...referenceTopics(),
    ...commandTopics(),
  ];
  return sections.flatMap((section) => [
    { ...section, text: '' },
    ...topics.filter(({ name }) => name.startsWith(`${section.name}.`)),
  ]);
}
