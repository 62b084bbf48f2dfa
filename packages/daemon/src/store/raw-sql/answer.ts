/**
 * What the child process writes for each query: one line of JSON, and after a line that promises
 * bytes exactly these bytes. The rows stay text all the way to the client, so that a result of many
 * megabytes costs the service neither parsing nor writing JSON.
 */
export type AnswerLine =
  | { kind: 'rows'; bytes: number }
  /** The statement is at fault; the reason is SQLite's or ours. */
  | { kind: 'refused'; reason: string }
  /** The database could not be opened or read. */
  | { kind: 'failed'; reason: string };

export type Answer = { kind: 'rows'; json: Buffer } | Exclude<AnswerLine, { kind: 'rows' }>;

/** Puts the pieces of a child's output together; `undefined` until a whole answer has come. */
export function answerReader(): (piece: Buffer) => Answer | undefined {
  let pieces: Buffer[] = [];
  let line: AnswerLine | undefined;
  let missing = 0;

  return (piece) => {
    let body = piece;
    if (line === undefined) {
      const end = piece.indexOf('\n');
      pieces.push(end === -1 ? piece : piece.subarray(0, end));
      if (end === -1) return undefined;
      line = JSON.parse(Buffer.concat(pieces).toString()) as AnswerLine;
      if (line.kind !== 'rows') return line;
      pieces = [];
      missing = line.bytes;
      body = piece.subarray(end + 1);
    }
    pieces.push(body);
    missing -= body.length;
    return missing > 0 ? undefined : { kind: 'rows', json: Buffer.concat(pieces) };
  };
}
