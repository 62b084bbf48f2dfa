/** A process that dies before it can read. */
process.kill(process.pid, 'SIGKILL');
