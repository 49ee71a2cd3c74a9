import type { FastifyBaseLogger } from 'fastify';
import type { DefaultEventsMap, Namespace } from 'socket.io';
import * as z from 'zod/mini';
import { ADMIN_EVENTS, ADMIN_NAMESPACE, type AdminEvent } from '#contract/admin/events.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { handshake } from '#contract/chat/events.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import type { RequiredAction } from '#contract/core/endpoint.ts';
import type { Bus } from '#server/cluster/bus.ts';
import { asAppError, isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import { countAttempt } from './connection-limits.ts';
import type { RejectionLog } from './rejection-log.ts';
import type { RealtimeIo } from './socket-types.ts';

/** What administrators' pages are told at once, on whatever instance they are connected to. */
export interface AdminChannel {
	/**
	 * To all administrators.
	 * @param but the connection of the page that did it, which asks for it anew by itself
	 */
	publish: (event: AdminEvent, but?: string) => void;
	/** To those who are connected to this instance: for what every instance learns by itself. */
	publishLocal: (event: AdminEvent) => void;
	/**
	 * Ends all connections of an administrator.
	 * @param but a session that goes on
	 */
	endAdmin: (adminId: number, but?: string) => void;
	endSession: (sessionId: string) => void;
}

interface ConnectedAdmin {
	id: number;
	sessionId: string;
	/** What they must do before they are told anything. */
	requiredAction: RequiredAction | null;
}

export interface AdminChannelOptions {
	readAdmin: (token: string) => Promise<ConnectedAdmin | null>;
	/** @returns those of these sessions that have neither ended by themselves nor been ended; asking does not prolong them */
	listOpen: (
		sessionIds: readonly string[],
	) => Promise<readonly Pick<ConnectedAdmin, 'sessionId' | 'requiredAction'>[]>;
	bus: Bus;
	rejections: RejectionLog;
	log: FastifyBaseLogger;
}

type AdminNamespace = Namespace<
	DefaultEventsMap,
	DefaultEventsMap,
	DefaultEventsMap,
	ConnectedAdmin
>;

const adminRoom = (adminId: number) => `admin:${adminId}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;

/** Opens the back-office's place on the realtime server: it is told there what has changed, and says nothing. */
export function openAdminChannel(io: RealtimeIo, options: AdminChannelOptions): AdminChannel {
	const { readAdmin, listOpen, bus, rejections, log } = options;
	const namespace = io.of(ADMIN_NAMESPACE) as unknown as AdminNamespace;

	/** @returns who may come in; undefined for everybody else */
	async function authenticate(socket: {
		handshake: { auth: object };
	}): Promise<ConnectedAdmin | undefined> {
		const { data } = z.safeParse(handshake, socket.handshake.auth);
		const admin = data && (await readAdmin(data.token));
		return admin && !admin.requiredAction ? admin : undefined;
	}

	namespace.use((socket, next) => {
		const ip = rejections.addressOfConnection(socket.conn);
		if (!countAttempt(socket)) {
			rejections.record({ kind: 'too_many', ip });
			return next(new Error(COMMON_MESSAGES.tooMany));
		}
		authenticate(socket).then(
			(admin) => {
				if (!admin) {
					rejections.record({ kind: 'unauthenticated', ip });
					return next(new Error(COMMON_MESSAGES.signIn));
				}
				socket.data = admin;
				next();
			},
			(error: unknown) => {
				const appError = asAppError(error);
				if (!appError) log.error({ err: error }, 'a connection of the back-office failed');
				next(new Error(appError?.message ?? COMMON_MESSAGES.failed));
			},
		);
	});
	namespace.on('connection', (socket) => {
		const { id, sessionId } = socket.data;
		void socket.join([adminRoom(id), sessionRoom(sessionId)]);
	});

	/** @param rooms at least one: none would be everybody */
	function disconnect(rooms: string | string[], but?: string): void {
		const sockets =
			but === undefined ? namespace.in(rooms) : namespace.in(rooms).except(sessionRoom(but));
		sockets.emit(ADMIN_EVENTS.ended, ADMIN_SESSION_MESSAGES.ended);
		sockets.disconnectSockets(true);
	}

	/**
	 * A page that only listens does not use its session: one that has ended by itself hears nothing more.
	 * @returns the rooms of those who have been given something to do before anything else
	 */
	async function disconnectExpired(): Promise<string[]> {
		const sessionIds = new Set(namespace.sockets.values().map(({ data }) => data.sessionId));
		if (sessionIds.size === 0) return [];
		const open = await listOpen([...sessionIds]);
		const expired = sessionIds.difference(new Set(open.map(({ sessionId }) => sessionId)));
		if (expired.size > 0) disconnect([...expired].map(sessionRoom));
		return open.flatMap(({ sessionId, requiredAction }) =>
			requiredAction ? [sessionRoom(sessionId)] : [],
		);
	}

	function publishLocal(event: AdminEvent, but: readonly string[] = []): void {
		disconnectExpired().then(
			// News of the settings lead a page to what its administrator has to do, and are all that they hear until then.
			(restrictedRooms) =>
				namespace.local
					.except([...but, ...(event.what === 'settings' ? [] : restrictedRooms)])
					.emit(ADMIN_EVENTS.changed, event),
			(error: unknown) => {
				if (isDatabaseUnavailable(error))
					log.warn({ reason: reasonOf(error), ...event }, 'the back-office was not told');
				else log.error({ err: error, ...event }, 'telling the back-office failed');
			},
		);
	}
	bus.subscribe('office news', ({ but, ...event }) =>
		publishLocal(event, but === undefined ? [] : [but]),
	);

	return {
		publish: (event, but) => bus.publish('office news', { ...event, but }),
		publishLocal: (event) => publishLocal(event),
		endAdmin: (adminId, but) => disconnect(adminRoom(adminId), but),
		endSession: (sessionId) => disconnect(sessionRoom(sessionId)),
	};
}
