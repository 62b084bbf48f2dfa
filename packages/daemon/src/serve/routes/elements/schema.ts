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
} from '#serve/request/query.ts';
import { Pagination } from '#serve/request/schema.ts';

export const elementParameters = parameters({
  q: text(
    'Words in the text of the element. Lines of recognised text are found where the text of the frame has the words.',
  ),
  frame_id: wholeNumber('Only elements of this frame.'),
  source: choice(
    ['accessibility', 'ocr'],
    'Where the elements came from: nodes of the accessibility tree, or lines of recognised text.',
  ),
  role: text(
    'The role of the element, such as AXButton. Recognised text has the roles line and word; words are listed only when asked for by this role.',
  ),
  start_time: startTime(),
  end_time: endTime(),
  app_name: text('Part of the name of the application.'),
  limit: limit({ fallback: 50, max: 1000 }),
  offset: offset(),
});

export const elementsSchema = {
  tags: ['elements'],
  summary: 'Find parts of user interfaces that were on screen',
  description:
    'Newest frame first, in the order of the tree within a frame. The total is exact. A frame_id costs one read; q reads the frames that show the words; times, app_name and source add up stored numbers; role reads every frame that the other parameters leave, so give it a frame, words or a time range too.',
  querystring: elementParameters.schema,
  response: {
    200: Type.Object({ data: Type.Array(Element), pagination: Pagination }),
  },
};
