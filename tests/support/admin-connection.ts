import { ADMIN_NAMESPACE } from '#contract/admin/events.ts';
import type { App } from './app.ts';
import { openSockets } from './sockets.ts';

/** An administrator's realtime connection; closed with the test. */
export async function openAdminConnection(t: Pick<App, 'app'>, admin: { token: string }) {
	return (await openSockets(t, ADMIN_NAMESPACE)).connect(admin);
}
