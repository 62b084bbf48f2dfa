/** The health check of the image: exits with 0 when the hub answers. It talks to its own container only, so any certificate will do. */
import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';

const PORT = Number(process.env.HINDCAST_HUB_PORT || 3040);
const ANSWERS_WITHIN_MS = 4_000;

function isHealthy(request) {
  const options = { port: PORT, path: '/health', rejectUnauthorized: false };
  return new Promise((resolve) => {
    const asked = request({ ...options, timeout: ANSWERS_WITHIN_MS }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('error', () => resolve(false));
    asked.on('timeout', () => asked.destroy());
    asked.end();
  });
}

process.exitCode = (await isHealthy(plain)) || (await isHealthy(encrypted)) ? 0 : 1;
