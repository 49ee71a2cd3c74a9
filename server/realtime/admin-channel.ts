import type { FastifyBaseLogger } from 'fastify';
import type { DefaultEventsMap, Namespace } from 'socket.io';
import { ADMIN_EVENTS, ADMIN_NAMESPACE, type AdminEvent } from '#contract/admin/events.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import type { RequiredAction } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import { admitConnections } from './admission.ts';
import type { RealtimeServer } from './realtime.ts';

/** Pushes events to administrators' pages, connected to any instance. */
export interface AdminChannel {
	/**
	 * To all administrators.
	 * @param exceptSocketId the socket of the page that made the change, which refetches by itself
	 */
	publish: (event: AdminEvent, exceptSocketId?: string) => void;
	/** To administrators connected to this instance: for changes that every instance learns of by itself. */
	publishLocal: (event: AdminEvent) => void;
	/**
	 * Disconnects an administrator.
	 * @param exceptSessionId a session whose connections stay open
	 */
	endAdmin: (adminId: number, exceptSessionId?: string) => void;
	endSession: (sessionId: string) => void;
}

interface ConnectedAdmin {
	id: number;
	sessionId: string;
	/** What the administrator must do before receiving events. */
	requiredAction: RequiredAction | null;
}

export interface AdminChannelOptions {
	readAdmin: (token: string) => Promise<ConnectedAdmin | null>;
	/** @returns the given sessions that are still open; does not extend them */
	listOpen: (
		sessionIds: readonly string[],
	) => Promise<readonly Pick<ConnectedAdmin, 'sessionId' | 'requiredAction'>[]>;
	log: FastifyBaseLogger;
}

type AdminNamespace = Namespace<
	DefaultEventsMap,
	DefaultEventsMap,
	DefaultEventsMap,
	ConnectedAdmin
>;

/** Sent between instances: an event, and the id of the socket that does not need it. */
const ADMIN_EVENT = 'admin-event';

const adminRoom = (adminId: number) => `admin:${adminId}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;

/** Opens the admin namespace of the realtime server. It only sends: clients emit no events. */
export function openAdminChannel(
	{ io, isShared, logRefusal }: Pick<RealtimeServer, 'io' | 'isShared' | 'logRefusal'>,
	{ readAdmin, listOpen, log }: AdminChannelOptions,
): AdminChannel {
	const namespace = io.of(ADMIN_NAMESPACE) as unknown as AdminNamespace;

	admitConnections(namespace, {
		readToken: readUnrestricted,
		accept(socket, admin) {
			socket.data = admin;
			// No reason to refuse the connection.
			return undefined;
		},
		refusals: { tooMany: REQUEST_ERRORS.tooMany, signIn: REQUEST_ERRORS.signIn },
		logRefusal,
		log,
	});
	/** @returns the administrator; undefined when the token gives no access or an action is required first */
	async function readUnrestricted(token: string): Promise<ConnectedAdmin | undefined> {
		const admin = await readAdmin(token);
		return admin && !admin.requiredAction ? admin : undefined;
	}

	namespace.on('connection', (socket) => {
		const { id, sessionId } = socket.data;
		void socket.join([adminRoom(id), sessionRoom(sessionId)]);
	});

	/** @param rooms at least one: an empty list addresses every socket */
	function disconnect(rooms: string | string[], exceptSessionId?: string): void {
		const sockets =
			exceptSessionId === undefined
				? namespace.in(rooms)
				: namespace.in(rooms).except(sessionRoom(exceptSessionId));
		sockets.emit(ADMIN_EVENTS.ended, ADMIN_SESSION_MESSAGES.ended);
		sockets.disconnectSockets(true);
	}

	/**
	 * Disconnects expired sessions; called before an event is sent. Receiving events does not extend a session, so it can
	 * expire while its page is open.
	 * @returns the rooms of the open sessions whose administrator must do an action before receiving events
	 */
	async function disconnectExpiredAndListRestricted(): Promise<string[]> {
		const sessionIds = new Set(namespace.sockets.values().map(({ data }) => data.sessionId));
		if (sessionIds.size === 0) return [];
		const openSessions = await listOpen([...sessionIds]);
		const expired = sessionIds.difference(new Set(openSessions.map(({ sessionId }) => sessionId)));
		if (expired.size > 0) disconnect([...expired].map(sessionRoom));
		return openSessions.flatMap(({ sessionId, requiredAction }) =>
			requiredAction ? [sessionRoom(sessionId)] : [],
		);
	}

	function publishLocal(event: AdminEvent, exceptSocketId?: string | null): void {
		disconnectExpiredAndListRestricted().then(
			// While an action is required of an administrator, only settings events are sent: they make the page show the action.
			(restrictedRooms) =>
				namespace.local
					.except(event.what === 'settings' ? [] : restrictedRooms)
					.except(exceptSocketId ?? [])
					.emit(ADMIN_EVENTS.changed, event),
			(error: unknown) => {
				if (isDatabaseUnavailable(error))
					log.warn({ reason: reasonOf(error), ...event }, 'an admin event was not sent');
				else log.error({ err: error, ...event }, 'sending an admin event failed');
			},
		);
	}
	namespace.on(ADMIN_EVENT, publishLocal);

	return {
		publish(event, exceptSocketId) {
			// Packets between instances have no `undefined`.
			if (isShared) namespace.serverSideEmit(ADMIN_EVENT, event, exceptSocketId ?? null);
			publishLocal(event, exceptSocketId);
		},
		publishLocal: (event) => publishLocal(event),
		endAdmin: (adminId, exceptSessionId) => disconnect(adminRoom(adminId), exceptSessionId),
		endSession: (sessionId) => disconnect(sessionRoom(sessionId)),
	};
}
