import { expect, test } from 'vitest';
import { CATALOGUE } from './error-catalogue/catalogue.ts';
import { errorText, ServiceError, serviceError } from './errors.ts';

const rows = Object.entries(CATALOGUE) as [string, { status: number }][];

test('an error has the code, message and hint of its row, with its values', () => {
  const error = new ServiceError(errorText('MODEL_NOT_INSTALLED', { id: 'tiny' }));
  expect(error).toMatchObject({
    code: 'MODEL_NOT_INSTALLED',
    message: 'the model tiny is not installed',
    hint: 'Run "hindcast models pull tiny" first.',
  });
});

test('a value that looks like a placeholder is left as it is', () => {
  const { message } = errorText('INVALID_PIPE', { fault: '{{fault}} $& {{other}}' });
  expect(message).toBe('this is no pipe that can be installed: {{fault}} $& {{other}}');
});

test('a variant shows only its code, which has a row and the same status', () => {
  expect(errorText('MEETING_NOT_FOUND/none')).toEqual({
    code: 'MEETING_NOT_FOUND',
    message: 'no meeting goes on',
    hint: undefined,
  });
  const variants = rows.filter(([key]) => key.includes('/'));
  const statuses = variants.map(([key, { status }]) => [key.split('/')[0], status]);
  const byCode = Object.fromEntries(rows);
  expect(statuses).toEqual(statuses.map(([code]) => [code, byCode[code ?? '']?.status]));
});

test('every status is one of HTTP for an error, or the 499 of the log', () => {
  const odd = rows.filter(
    ([, { status }]) => !Number.isInteger(status) || status < 400 || status > 599,
  );
  expect(odd).toEqual([]);
});

test('the facts of a row go to the caller under their names, next to those of the one who throws', () => {
  const cause = new Error('the disk');
  const context = { place: 'here' };
  const error = serviceError('NO_VALID_FRAME', { frameId: 7, checkedCount: 3, cause, context });
  expect(error).toBeInstanceOf(ServiceError);
  expect(error.cause).toBe(cause);
  expect(error.context).toEqual({ frame_id: 7, checked_count: 3, place: 'here' });
  expect(serviceError('QUERY_CANCELLED').context).toEqual({});
});

test('the stack of an error begins where it was thrown', () => {
  const [, first] = serviceError('QUERY_CANCELLED').stack?.split('\n') ?? [];
  expect(first).toContain('errors.test.ts');
});
