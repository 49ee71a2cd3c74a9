import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { io } from 'socket.io-client';
import { ADMIN_EVENTS, ADMIN_NAMESPACE, type AdminEvent } from '#contract/admin/events.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { type OfficeSubject, officeKeys, refresh } from './queries.ts';
import { noteLine } from './socket-id.ts';
import { dropToken } from './token.ts';

/** Seconds between attempts grow to this; an office is open all day. */
const AGAIN_WITHIN_MS = 30_000;
/** As long as the server itself asks for. */
const UNAVAILABLE_FOR_MS = 2000;

/** What else the news are about. Each look at the figures is in the audit log, so that only what they count has them asked for. */
const ALSO: { [What in AdminEvent['what']]?: readonly OfficeSubject[] } = {
	// Reports say how the person or the item that they are about stands.
	users: ['analytics', 'reports', 'user-reports'],
	items: ['analytics', 'reports'],
	// They may ask for two-step sign-in, which the profile says; administrators who come, go or change are told of as settings.
	settings: ['profile', 'admins'],
};

function subjectsOf({ what }: AdminEvent): OfficeSubject[] {
	return [what, ...(ALSO[what] ?? [])];
}

/** The history in a panel tells of reports. The list beside it doesn't, and each look at that is in the audit log. */
async function refreshHistories(client: QueryClient, { what }: AdminEvent): Promise<void> {
	if (what !== 'reports' && what !== 'user-reports') return;
	await Promise.all(
		(['users', 'items'] as const).map((subject) =>
			client.invalidateQueries({ queryKey: officeKeys.of(subject, 'one') }),
		),
	);
}

/**
 * Hears what others have changed for as long as `token` is signed in: what is on the screen about it is asked for again. What
 * this page changes it asks for again by itself (`useChange`), and is not told of: each look is in the audit log.
 * @param isOn off for whoever the server would not tell yet
 */
export function useOfficeNews(token: string, isOn: boolean): void {
	const client = useQueryClient();

	useEffect(() => {
		if (!isOn) return undefined;
		const socket = io(ADMIN_NAMESPACE, {
			forceNew: true,
			auth: { token },
			transports: ['websocket', 'polling'],
			tryAllTransports: true,
			reconnectionDelayMax: AGAIN_WITHIN_MS,
		});
		let again: ReturnType<typeof setTimeout> | undefined;
		let isBehind = false;
		socket.on('connect', () => {
			noteLine(socket.id);
			// What came while there was no line.
			if (isBehind) client.invalidateQueries().catch(() => undefined);
			isBehind = true;
		});
		socket.on('disconnect', () => noteLine(undefined));
		socket.on('connect_error', ({ message }) => {
			isBehind = true;
			// The server is there and can't look anything up at the moment: that passes, and the library leaves it to us.
			if (!socket.active && message === COMMON_MESSAGES.unavailable)
				again = setTimeout(() => socket.connect(), UNAVAILABLE_FOR_MS);
		});
		socket.on(ADMIN_EVENTS.changed, (news: AdminEvent) => {
			refresh(client, ...subjectsOf(news)).catch(() => undefined);
			refreshHistories(client, news).catch(() => undefined);
		});
		socket.on(ADMIN_EVENTS.ended, dropToken);
		return () => {
			clearTimeout(again);
			noteLine(undefined);
			socket.off();
			socket.io.off();
			socket.disconnect();
		};
	}, [client, token, isOn]);
}
