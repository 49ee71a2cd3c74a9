import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { io } from 'socket.io-client';
import { ADMIN_EVENTS, ADMIN_NAMESPACE, type AdminEvent } from '#contract/admin/events.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { type AdminSubject, adminKeys, refresh } from './queries.ts';
import { setSocketId } from './socket-id.ts';
import { clearToken } from './token.ts';

/** Seconds between attempts grow to this; an office is open all day. */
const RECONNECT_DELAY_MAX_MS = 30_000;
/** As long as the server itself asks for. */
const UNAVAILABLE_RETRY_MS = 2000;

/** What else the news are about. Each look at the figures is in the audit log, so that only what they count has them asked for. */
const RELATED_SUBJECTS: { [What in AdminEvent['what']]?: readonly AdminSubject[] } = {
	// Reports say how the person or the item that they are about stands.
	users: ['analytics', 'reports', 'user-reports'],
	items: ['analytics', 'reports'],
	// They may ask for two-step sign-in, which the profile says; administrators who come, go or change are told of as settings.
	settings: ['profile', 'admins'],
};

function subjectsOf({ what }: AdminEvent): AdminSubject[] {
	return [what, ...(RELATED_SUBJECTS[what] ?? [])];
}

/** The history in a panel tells of reports. The list beside it doesn't, and each look at that is in the audit log. */
async function refreshHistories(client: QueryClient, { what }: AdminEvent): Promise<void> {
	if (what !== 'reports' && what !== 'user-reports') return;
	await Promise.all(
		(['users', 'items'] as const).map((subject) =>
			client.invalidateQueries({ queryKey: adminKeys.of(subject, 'one') }),
		),
	);
}

/**
 * Hears what others have changed for as long as `token` is signed in: what is on the screen about it is asked for again. What
 * this page changes it asks for again by itself (`useChange`), and is not told of: each look is in the audit log.
 * @param isOn off for whoever the server would not tell yet
 */
export function useLiveUpdates(token: string, isOn: boolean): void {
	const client = useQueryClient();

	useEffect(() => {
		if (!isOn) return undefined;
		const socket = io(ADMIN_NAMESPACE, {
			forceNew: true,
			auth: { token },
			transports: ['websocket', 'polling'],
			tryAllTransports: true,
			reconnectionDelayMax: RECONNECT_DELAY_MAX_MS,
		});
		let retryTimer: ReturnType<typeof setTimeout> | undefined;
		let isOutdated = false;
		socket.on('connect', () => {
			setSocketId(socket.id);
			// What came while there was no line.
			if (isOutdated) client.invalidateQueries().catch(() => undefined);
			isOutdated = true;
		});
		socket.on('disconnect', () => setSocketId(undefined));
		socket.on('connect_error', ({ message }) => {
			isOutdated = true;
			// The server is there and can't look anything up at the moment: that passes, and the library leaves it to us.
			if (!socket.active && message === COMMON_MESSAGES.unavailable)
				retryTimer = setTimeout(() => socket.connect(), UNAVAILABLE_RETRY_MS);
		});
		socket.on(ADMIN_EVENTS.changed, (event: AdminEvent) => {
			refresh(client, ...subjectsOf(event)).catch(() => undefined);
			refreshHistories(client, event).catch(() => undefined);
		});
		socket.on(ADMIN_EVENTS.ended, clearToken);
		return () => {
			clearTimeout(retryTimer);
			setSocketId(undefined);
			socket.off();
			socket.io.off();
			socket.disconnect();
		};
	}, [client, token, isOn]);
}
