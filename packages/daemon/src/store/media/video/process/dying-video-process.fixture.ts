/** Stands for a file that ends the codec library: dies at every request. */
process.on('message', () => process.kill(process.pid, 'SIGSEGV'));
