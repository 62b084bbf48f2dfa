/** Which backend an address means. A new one is a folder in `backends/` and a line here. */
import { fileURLToPath } from 'node:url';
import type { SyncBackend } from './backend.ts';
import { folderBackend } from './backends/folder/folder-backend.ts';
import { httpBackend } from './backends/http/http-backend.ts';
import type { Bandwidth } from './media/bandwidth.ts';

/** `url` is that of a hub, or the path (or file: address) of a shared folder, which asks for no token. */
export function openBackend(settings: {
  url: string;
  token: string;
  bandwidth: Bandwidth;
}): SyncBackend {
  if (/^https?:\/\//i.test(settings.url)) return httpBackend(settings);
  const isFileUrl = /^file:/i.test(settings.url);
  const folder = folderBackend(isFileUrl ? fileURLToPath(settings.url) : settings.url);
  return limited(folder, settings.bandwidth);
}

/** The folder may be far away. Files appear at once there, so the limit holds from one to the next. */
function limited(backend: SyncBackend, bandwidth: Bandwidth): SyncBackend {
  return {
    ...backend,
    async append(spot, bytes, holder, signal) {
      await bandwidth.take(bytes.length, signal);
      await backend.append(spot, bytes, holder, signal);
    },
    async replace(spot, bytes, expectedHash, holder, signal) {
      await bandwidth.take(bytes.length, signal);
      await backend.replace(spot, bytes, expectedHash, holder, signal);
    },
    async read(spot, signal) {
      const bytes = await backend.read(spot, signal);
      await bandwidth.take(bytes.length, signal);
      return bytes;
    },
  };
}
