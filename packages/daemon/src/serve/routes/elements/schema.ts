/** Parameters and shape of `/elements`. */
import { Type } from 'typebox';
import { Element } from '#serve/elements.ts';
import {
  choice,
  endTime,
  limit,
  offset,
  parameters,
  startTime,
  text,
  wholeNumber,
} from '#serve/query.ts';
import { errorReplies, Pagination } from '#serve/schema.ts';

export const elementParameters = parameters({
  q: text('Words in the text of the element.'),
  frame_id: wholeNumber('Only elements of this frame.'),
  source: choice(['accessibility', 'ocr'], 'Where the elements came from.'),
  role: text('The role of the element, such as AXButton.'),
  start_time: startTime(),
  end_time: endTime(),
  app_name: text('Part of the name of the application.'),
  limit: limit({ fallback: 50, max: 1000 }),
  offset: offset(),
});

export const elementsSchema = {
  tags: ['elements'],
  summary: 'Find parts of user interfaces that were on screen',
  querystring: elementParameters.schema,
  response: {
    200: Type.Object({ data: Type.Array(Element), pagination: Pagination }),
    ...errorReplies,
  },
};
