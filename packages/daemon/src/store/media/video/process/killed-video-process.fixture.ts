/** Stands for a machine on which memory runs out: the system kills it at every request. */
process.on('message', () => process.kill(process.pid, 'SIGKILL'));
