import { ServiceError } from '#core/errors.ts';

const about = (id: string) => ({ context: { pipe_id: id } });

export class PipeNotFoundError extends ServiceError {
  constructor(id: string) {
    super('PIPE_NOT_FOUND', `pipe ${id}: no such pipe is installed`, {
      hint: 'GET /pipes lists the installed pipes.',
      ...about(id),
    });
  }
}

export class PipeRunningError extends ServiceError {
  constructor(id: string) {
    super('PIPE_RUNNING', `pipe ${id}: it is already running`, {
      hint: 'POST /pipes/{id}/stop ends the run.',
      ...about(id),
    });
  }
}

export class PipeBrokenError extends ServiceError {
  constructor(id: string, fault: string) {
    super('PIPE_BROKEN', `pipe ${id}: ${fault}`, {
      hint: 'Mend the package.json in the folder of the pipe, or install it again.',
      ...about(id),
    });
  }
}

export class PipeExistsError extends ServiceError {
  constructor(id: string) {
    super('PIPE_EXISTS', `pipe ${id}: a pipe of that name is installed already`, {
      hint: 'Remove it first, or use "hindcast pipe remove".',
      ...about(id),
    });
  }
}

export class InvalidPipeConfigError extends ServiceError {
  constructor(id: string, field: string, expectation: string) {
    super('INVALID_PIPE_CONFIG', `pipe ${id}: ${field} must be ${expectation}`, {
      context: { pipe_id: id, field },
    });
  }
}

/** The package cannot be a pipe: what is wrong stands in the message. */
export class InvalidPipeError extends ServiceError {
  /** What is wrong, as given. */
  readonly fault: string;

  constructor(fault: string) {
    super('INVALID_PIPE', `this is no pipe that can be installed: ${fault}`, {
      hint: 'docs/adding/pipe.md describes what a pipe looks like.',
    });
    this.fault = fault;
  }
}

export class InvalidPipeSourceError extends ServiceError {
  constructor() {
    super('INVALID_PIPE_SOURCE', 'source must say where the pipe comes from', {
      hint: 'Give an http(s) address of a .tgz or .zip, file:///path/of/a/folder, or npm:name@version.',
    });
  }
}

export class PipeSourceUnreachableError extends ServiceError {
  constructor(reason: string, cause?: unknown) {
    super('PIPE_SOURCE_UNREACHABLE', `the source of the pipe cannot be read: ${reason}`, {
      hint: 'Look at the address or the path, and try again.',
      cause,
    });
  }
}

/** An older npm fetches from git, files and addresses, whatever it is told. */
export class NpmTooOldError extends ServiceError {
  constructor(version: string, needed: string) {
    super(
      'NPM_TOO_OLD',
      `this pipe has dependencies, and npm ${version} cannot install them safely: npm ${needed} or later is needed`,
      { hint: 'Update npm with "npm install --global npm", and try again.' },
    );
  }
}

/** What a pipe asked for is beyond its permissions. */
export class PipePermissionError extends ServiceError {
  constructor(what: string, hint: string) {
    super('PIPE_NOT_PERMITTED', `this pipe may not ${what}`, { hint });
  }
}

/** A request that was allowed and went wrong. */
export class PipeRequestError extends ServiceError {
  constructor(reason: string) {
    super('PIPE_REQUEST_FAILED', `the request could not be answered: ${reason}`);
  }
}
