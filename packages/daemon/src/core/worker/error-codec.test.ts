import { expect, test } from 'vitest';
import { ServiceError } from '../errors.ts';
import { decodeError, encodeError } from './error-codec.ts';

class DiskFullError extends ServiceError {
  constructor(cause: unknown) {
    super(
      { code: 'DISK_FULL', message: 'the disk is full', hint: 'Make room.' },
      { context: { path: 'x' }, cause },
    );
  }
}

/** As a thread's message and as a line of a child process. */
const sent = (error: unknown) =>
  decodeError(JSON.parse(JSON.stringify(structuredClone(encodeError(error)))));

test('a service error keeps its stack and its cause on the way from another thread', () => {
  const cause = Object.assign(new Error('no space'), { code: 'SQLITE_FULL' });
  const error = new DiskFullError(cause);
  const received = sent(error);
  expect(received).toBeInstanceOf(ServiceError);
  expect(received).toMatchObject({
    name: 'DiskFullError',
    code: 'DISK_FULL',
    message: 'the disk is full',
    hint: 'Make room.',
    context: { path: 'x' },
    stack: error.stack,
    cause: { code: 'SQLITE_FULL', message: 'no space', stack: cause.stack },
  });
});

test('a circle of causes and a thrown text are sent too', () => {
  const circle = new Error('round');
  circle.cause = circle;
  expect(sent(circle)).toMatchObject({ message: 'round', cause: { message: 'round' } });
  expect(sent('only a text')).toMatchObject({ message: 'only a text', code: 'INTERNAL' });
});
