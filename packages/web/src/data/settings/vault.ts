/** Whether the store is encrypted, and its passphrase. */
import { useQuery } from '@tanstack/react-query';
import { call, routes } from '../api.ts';

export function useVault() {
  return useQuery({
    queryKey: ['vault'],
    queryFn: ({ signal }) => routes.get('/vault/status', { signal }),
  });
}

export async function changePassphrase(password: string, newPassword: string): Promise<void> {
  // Absent for a store that only the keyring of the system opened so far.
  const body = { ...(password !== '' && { password }), new_password: newPassword };
  await call('/vault/passphrase', { method: 'POST', body });
}
