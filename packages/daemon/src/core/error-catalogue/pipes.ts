/** Errors of pipes: installing, running and what a run requests. */
import type { ErrorTable } from './entry.ts';

export const pipesErrors = {
  INVALID_PIPE: {
    status: 400,
    message: 'this is no pipe that can be installed: {{fault}}',
    hint: 'docs/adding/pipe.md describes what a pipe looks like.',
  },
  INVALID_PIPE_CONFIG: {
    status: 400,
    message: 'pipe {{id}}: {{field}} must be {{expectation}}',
  },
  INVALID_PIPE_SOURCE: {
    status: 400,
    message: 'source must say where the pipe comes from',
    hint: 'Give an http(s) address of a .tgz or .zip, file:///path/of/a/folder, or npm:name@version.',
  },
  // An older npm fetches from git, files and addresses, whatever its settings say.
  NPM_TOO_OLD: {
    status: 501,
    message:
      'this pipe has dependencies, and npm {{version}} cannot install them safely: npm {{needed}} or later is needed',
    hint: 'Update npm with "npm install --global npm", and try again.',
  },
  PIPE_BROKEN: {
    status: 409,
    message: 'pipe {{id}}: {{fault}}',
    hint: 'Repair the package.json in the folder of the pipe, or install it again.',
    facts: { pipe_id: 'id' },
  },
  PIPE_EXISTS: {
    status: 409,
    message: 'pipe {{id}}: a pipe of that name is installed already',
    hint: 'Remove it first, or use "hindcast pipe remove".',
    facts: { pipe_id: 'id' },
  },
  PIPE_NOT_FOUND: {
    status: 404,
    message: 'pipe {{id}}: no such pipe is installed',
    hint: 'GET /pipes lists the installed pipes.',
    facts: { pipe_id: 'id' },
  },
  'PIPE_NOT_PERMITTED/run': {
    status: 403,
    message: 'this pipe may not {{what}}',
    hint: '{{hint}}',
  },
  PIPE_REQUEST_FAILED: {
    status: 502,
    message: 'the request could not be answered: {{reason}}',
  },
  PIPE_RUNNING: {
    status: 409,
    message: 'pipe {{id}}: it is already running',
    hint: 'POST /pipes/{id}/stop ends the run.',
    facts: { pipe_id: 'id' },
  },
  PIPE_SOURCE_UNREACHABLE: {
    status: 502,
    message: 'the source of the pipe cannot be read: {{reason}}',
    hint: 'Look at the address or the path, and try again.',
  },
} as const satisfies ErrorTable;
