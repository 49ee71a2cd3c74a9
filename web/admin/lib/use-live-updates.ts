import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ADMIN_EVENTS, ADMIN_NAMESPACE, type AdminEvent } from '#contract/admin/events.ts';
import { connectSocket } from '#web/lib/realtime/connect-socket.ts';
import { dataKindsShowing, refresh } from './queries.ts';
import { setSocketId } from './socket-id.ts';
import { clearEndedToken } from './token.ts';

/** Maximum delay between attempts to reconnect: the back-office is open all day. */
const RECONNECT_DELAY_MAX_MS = 30_000;

const REPORT_EVENTS: readonly AdminEvent['what'][] = [
	'reports',
	'user-reports',
	'review-reports',
	'wanted',
];

/**
 * After a change of reports, reloads the open panel of a user or an item, whose history lists reports. The list beside
 * the panel shows no reports and is not reloaded, because each load of a list adds an entry to the audit log.
 */
async function refreshHistories(client: QueryClient, { what }: AdminEvent): Promise<void> {
	if (!REPORT_EVENTS.includes(what)) return;
	await Promise.all(
		(['users', 'items'] as const).map((dataKind) =>
			client.invalidateQueries({ queryKey: [dataKind, 'one'] }),
		),
	);
}

/**
 * Receives events about other administrators' changes while `token` is signed in, and reloads the affected queries. A
 * page gets no events for its own changes: it reloads by itself (`useAdminChange`), and each load is logged.
 * @param isOn false for an administrator who may not receive events yet
 */
export function useLiveUpdates(token: string, isOn: boolean): void {
	const client = useQueryClient();

	useEffect(() => {
		if (!isOn) return undefined;
		const { socket, close } = connectSocket(ADMIN_NAMESPACE, token, {
			reconnectionDelayMax: RECONNECT_DELAY_MAX_MS,
		});
		let mayHaveMissedEvents = false;
		socket.on('connect', () => {
			setSocketId(socket.id);
			if (mayHaveMissedEvents) client.invalidateQueries().catch(() => undefined);
			// The next connect event follows a lost connection.
			mayHaveMissedEvents = true;
		});
		socket.on('disconnect', () => setSocketId(undefined));
		socket.on('connect_error', () => {
			mayHaveMissedEvents = true;
		});
		socket.on(ADMIN_EVENTS.changed, (event: AdminEvent) => {
			refresh(client, ...dataKindsShowing(event.what)).catch(() => undefined);
			refreshHistories(client, event).catch(() => undefined);
		});
		socket.on(ADMIN_EVENTS.ended, clearEndedToken);
		return () => {
			setSocketId(undefined);
			close();
		};
	}, [client, token, isOn]);
}
